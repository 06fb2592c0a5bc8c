//! A named array of numbers with one or two dimensions.

/// The extent of an [`Array`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One dimension.
    Vector(usize),
    /// Two dimensions, stored row after row.
    Matrix {
        /// Number of rows, usually one a sample.
        rows: usize,
        /// Numbers in a row.
        columns: usize,
    },
}

impl Shape {
    /// How many numbers there are.
    pub fn len(self) -> usize {
        match self {
            Shape::Vector(length) => length,
            Shape::Matrix { rows, columns } => rows * columns,
        }
    }

    /// Whether there are no numbers.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// One or two.
    pub fn dimensions(self) -> usize {
        match self {
            Shape::Vector(_) => 1,
            Shape::Matrix { .. } => 2,
        }
    }
}

/// Numbers with a name and a shape; `data.len()` is always `shape.len()`.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    name: String,
    shape: Shape,
    data: Vec<f64>,
}

impl Array {
    /// An array of one dimension.
    pub fn vector(name: impl Into<String>, data: Vec<f64>) -> Self {
        Self {
            name: name.into(),
            shape: Shape::Vector(data.len()),
            data,
        }
    }

    /// An array of two dimensions from its rows one after the other; `None` if `data` does not fill whole rows.
    ///
    /// ```
    /// # use stickslip_lab::table::Array;
    /// assert!(Array::matrix("q_m", 2, vec![1.0, 2.0, 3.0, 4.0]).is_some());
    /// assert!(Array::matrix("q_m", 2, vec![1.0, 2.0, 3.0]).is_none());
    /// ```
    pub fn matrix(name: impl Into<String>, columns: usize, data: Vec<f64>) -> Option<Self> {
        // without columns there are no rows that one could count
        let rows = data.len().checked_div(columns).unwrap_or(0);
        let shape = Shape::Matrix { rows, columns };
        (shape.len() == data.len()).then(|| Self {
            name: name.into(),
            shape,
            data,
        })
    }

    /// From parts that are known to agree.
    pub(super) fn from_parts(name: String, shape: Shape, data: Vec<f64>) -> Self {
        debug_assert_eq!(shape.len(), data.len());
        Self { name, shape, data }
    }

    /// The name, with the unit: `t_s`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The extent.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All numbers, row after row.
    pub fn data(&self) -> &[f64] {
        &self.data
    }

    /// Row `i` of a matrix, entry `i` of a vector; `None` beyond the end.
    pub fn row(&self, i: usize) -> Option<&[f64]> {
        let (rows, width) = match self.shape {
            Shape::Vector(length) => (length, 1),
            Shape::Matrix { rows, columns } => (rows, columns),
        };
        (i < rows).then(|| &self.data[i * width..][..width])
    }

    /// Column `j` of a matrix, or a vector itself as column 0; `None` beyond the end.
    pub fn column(&self, j: usize) -> Option<Vec<f64>> {
        match self.shape {
            Shape::Vector(_) => (j == 0).then(|| self.data.clone()),
            Shape::Matrix { columns, .. } if j < columns => {
                Some(self.data.iter().copied().skip(j).step_by(columns).collect())
            }
            Shape::Matrix { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns() {
        let array = Array::matrix("a", 3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert_eq!(
            array.shape(),
            Shape::Matrix {
                rows: 2,
                columns: 3
            }
        );
        assert_eq!(array.row(1), Some(&[4.0, 5.0, 6.0][..]));
        assert_eq!(array.row(2), None);
        assert_eq!(array.column(2), Some(vec![3.0, 6.0]));
        assert_eq!(array.column(3), None);
        let vector = Array::vector("v", vec![7.0, 8.0]);
        assert_eq!(vector.row(1), Some(&[8.0][..]));
        assert_eq!(vector.column(0), Some(vec![7.0, 8.0]));
        assert_eq!(vector.column(1), None);
    }

    #[test]
    fn nothing_is_an_array_too() {
        assert!(Array::vector("v", vec![]).shape().is_empty());
        assert!(Array::matrix("m", 4, vec![]).is_some());
        let hollow = Array::matrix("m", 0, vec![]).unwrap();
        assert_eq!(hollow.row(0), None);
        assert!(Array::matrix("m", 0, vec![1.0]).is_none());
    }
}
