//! Sparse rows: what turns generalised velocities into a velocity at a contact or joint, and an impulse there into
//! generalised momentum.

/// One row under construction: pairs (index of a velocity, coefficient).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row(Vec<(usize, f64)>);

impl Row {
    /// The empty row.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a coefficient to what is there. Zeros are left out, so that they tie no bodies together.
    pub fn push(&mut self, dof: usize, value: f64) {
        if value == 0.0 {
            return;
        }
        match self.0.iter_mut().find(|entry| entry.0 == dof) {
            Some(entry) => entry.1 += value,
            None => self.0.push((dof, value)),
        }
    }

    /// Adds coefficients of neighbouring velocities.
    pub fn extend(&mut self, first: usize, values: &[f64]) {
        let range = first..first + values.len();
        if self.0.iter().any(|entry| range.contains(&entry.0)) {
            let entries = range.zip(values);
            return entries.for_each(|(dof, &value)| self.push(dof, value));
        }
        let entries = range.zip(values.iter().copied());
        self.0.extend(entries.filter(|entry| entry.1 != 0.0));
    }

    /// The pairs.
    pub fn entries(&self) -> &[(usize, f64)] {
        &self.0
    }

    /// row · v.
    pub fn dot(&self, v: &[f64]) -> f64 {
        self.0.iter().map(|&(dof, a)| a * v[dof]).sum()
    }
}

/// Many rows, stored one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// `starts[i]..starts[i + 1]` are the entries of row i.
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            starts: vec![0],
            entries: Vec::new(),
        }
    }
}

impl Rows {
    /// Forgets all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.starts.truncate(1);
        self.entries.clear();
    }

    /// Appends a row; its index.
    pub fn push(&mut self, row: &[(usize, f64)]) -> usize {
        self.entries.extend_from_slice(row);
        self.starts.push(self.entries.len());
        self.starts.len() - 2
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries of a row.
    pub fn row(&self, index: usize) -> &[(usize, f64)] {
        &self.entries[self.starts[index]..self.starts[index + 1]]
    }

    /// row · v: a relative velocity (m/s, rad/s).
    pub fn dot(&self, index: usize, v: &[f64]) -> f64 {
        self.row(index).iter().map(|&(dof, a)| a * v[dof]).sum()
    }

    /// p += c · row: the momentum of an impulse c (N·s, N·m·s).
    pub fn scatter(&self, index: usize, c: f64, p: &mut [f64]) {
        for &(dof, a) in self.row(index) {
            p[dof] += c * a;
        }
    }
}
