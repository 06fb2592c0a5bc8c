//! Sparse symmetric positive definite systems, by faer's Cholesky method. What depends on the places of the numbers alone, the order
//! of elimination among it, is found once and kept. Everything is sequential, so results are repeatable. Places are stored in half as many bits
//! as `usize` has: there are as many of them as numbers.

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side, Spec};

/// A factorisation A = L Lᵀ of a sparse matrix.
#[derive(Debug, Default)]
pub struct SparseCholesky {
    starts: Vec<u32>,
    rows: Vec<u32>,
    symbolic: Option<SymbolicCholesky<u32>>,
    size: usize,
    factor: Vec<f64>,
    memory: Memory,
}

/// Scratch memory of the library.
#[derive(Default)]
struct Memory(Option<MemBuffer>);

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Memory")
    }
}

impl Memory {
    /// What a matrix needs, taken once; nothing where there is not so much.
    fn of(&mut self, symbolic: &SymbolicCholesky<u32>) -> Option<&mut MemBuffer> {
        if self.0.is_none() {
            let factor = symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default());
            let solve = symbolic.solve_in_place_scratch::<f64>(1, Par::Seq);
            self.0 = MemBuffer::try_new(StackReq::any_of(&[factor, solve])).ok();
        }
        self.0.as_mut()
    }
}

impl SparseCholesky {
    /// Finds an order of elimination for a matrix with entries in the rows `rows[starts[j]..starts[j + 1]]`, ascending, of column j, on and
    /// below the diagonal; what is above it is not looked at. False where there are too many of them. Memory for the factor is taken
    /// when there is one.
    ///
    /// ```
    /// # use complementarity::SparseCholesky;
    /// // [[2, 1], [1, 3]] x = (3, 4)
    /// let mut matrix = SparseCholesky::default();
    /// assert!(matrix.analyse(&[0, 2, 3], &[0, 1, 1]) && matrix.factor(&[2.0, 1.0, 3.0]));
    /// let mut x = [3.0, 4.0];
    /// matrix.solve(&mut x);
    /// assert!((x[0] - 1.0).abs() + (x[1] - 1.0).abs() < 1e-15);
    /// ```
    pub fn analyse(&mut self, starts: &[usize], rows: &[usize]) -> bool {
        self.release();
        self.size = 0;
        let most = u32::MAX as usize;
        if starts.len().max(rows.len()) >= most {
            return false;
        }
        // what is no place in the matrix must not become one
        let narrow = |&i: &usize| i.min(most) as u32;
        self.starts = starts.iter().map(narrow).collect();
        self.rows = rows.iter().map(narrow).collect();
        self.symbolic = factorize_symbolic_cholesky(
            pattern(&self.starts, &self.rows),
            Side::Lower,
            SymmetricOrdering::Amd,
            CholeskySymbolicParams::default(),
        )
        .ok();
        self.size = self.symbolic.as_ref().map_or(0, SymbolicCholesky::len_val);
        self.is_analysed()
    }

    /// How many numbers the factor of the matrix that was analysed last has, released or not; 0 if there is none.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether there is an order of elimination.
    pub fn is_analysed(&self) -> bool {
        self.symbolic.is_some()
    }

    /// Gives back all memory: a factor may have many times as many numbers as its matrix. Only the size is kept; to go on, the matrix must be
    /// analysed again.
    ///
    /// ```
    /// # use complementarity::SparseCholesky;
    /// let mut matrix = SparseCholesky::default();
    /// assert!(matrix.analyse(&[0, 2, 3], &[0, 1, 1]) && matrix.factor(&[2.0, 1.0, 3.0]));
    /// let size = matrix.size();
    /// matrix.release();
    /// assert!(matrix.size() == size && !matrix.is_analysed() && !matrix.factor(&[2.0, 1.0, 3.0]));
    /// assert!(matrix.analyse(&[0, 2, 3], &[0, 1, 1]) && matrix.factor(&[2.0, 1.0, 3.0]));
    /// ```
    pub fn release(&mut self) {
        *self = Self {
            size: self.size,
            ..Self::default()
        };
    }

    /// Factors the matrix with these entries, in the order of the rows that were analysed; false if it is not positive definite, or
    /// there is not memory enough.
    pub fn factor(&mut self, entries: &[f64]) -> bool {
        let Some(symbolic) = &self.symbolic else {
            return false;
        };
        let Some(memory) = self.memory.of(symbolic) else {
            return false;
        };
        if entries.len() != self.rows.len() || !entries.iter().all(|x| x.is_finite()) {
            return false;
        }
        self.factor.resize(symbolic.len_val(), 0.0);
        symbolic
            .factorize_numeric_llt(
                &mut self.factor,
                SparseColMatRef::new(pattern(&self.starts, &self.rows), entries),
                Side::Lower,
                LltRegularization::default(),
                Par::Seq,
                MemStack::new(memory),
                Spec::default(),
            )
            .is_ok()
    }

    /// x ← A⁻¹ x, for the matrix that was factored last; nothing if there is none.
    ///
    /// # Panics
    ///
    /// Panics if x is not as long as the matrix.
    pub fn solve(&mut self, x: &mut [f64]) {
        let (Some(symbolic), Some(memory)) = (&self.symbolic, &mut self.memory.0) else {
            return;
        };
        if self.factor.len() != symbolic.len_val() {
            return;
        }
        let n = x.len();
        LltRef::new(symbolic, &self.factor).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(x, n, 1),
            Par::Seq,
            MemStack::new(memory),
        );
    }
}

fn pattern<'a>(starts: &'a [u32], rows: &'a [u32]) -> SymbolicSparseColMatRef<'a, u32> {
    let n = starts.len() - 1;
    SymbolicSparseColMatRef::new_checked(n, n, starts, None, rows)
}
