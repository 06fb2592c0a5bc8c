use super::*;

fn two_blocks() -> Mass {
    let mut mass = Mass::default();
    mass.push_diagonal(&[2.0, 4.0]);
    let full = [[4.0, 1.0, 0.5], [1.0, 3.0, -0.2], [0.5, -0.2, 2.0]];
    mass.push_full(3, |i, j| full[i][j]);
    mass.check().unwrap();
    mass
}

#[test]
fn response_undoes_momentum() {
    let mass = two_blocks();
    let v = [1.0, -2.0, 0.3, 0.7, -1.1];
    let (mut p, mut back) = ([0.0; 5], [0.0; 5]);
    mass.momentum(&v, &mut p);
    assert_eq!(&p[..2], &[2.0, -8.0]);
    mass.response(&p, &mut back);
    for (a, b) in v.iter().zip(back) {
        assert!((a - b).abs() < 1e-15);
    }
    let energy: f64 = p.iter().zip(v).map(|(p, v)| p * v).sum();
    assert!((mass.square(&v) - energy).abs() < 1e-14);
    assert!((mass.inverse_square(&p) - energy).abs() < 1e-14);
}

#[test]
fn blocks_know_their_velocities() {
    let mass = two_blocks();
    assert_eq!((mass.len(), mass.blocks()), (5, 2));
    assert_eq!(
        (mass.block(1), mass.block_of(1), mass.block_of(4)),
        (2..5, 0, 1)
    );
    let mut v = [0.0; 5];
    mass.add_response(0, &[2.0, 2.0, 9.0, 9.0, 9.0], &mut v);
    assert_eq!(v, [1.0, 0.5, 0.0, 0.0, 0.0]);
}

#[test]
fn what_is_no_mass_is_named() {
    let error = Mass::diagonal(&[1.0, -2.0]).unwrap_err();
    assert!(matches!(error, Error::MassNotPositive { index: 1, .. }));
    let full = |entries: [[f64; 2]; 2]| {
        let mut mass = Mass::default();
        mass.push_diagonal(&[1.0]);
        mass.push_full(2, |i, j| entries[i][j]);
        mass.check().unwrap_err()
    };
    let singular = full([[1.0, 2.0], [2.0, 4.0]]);
    assert!(matches!(singular, Error::MassNotPositive { index: 2, .. }));
    let skew = full([[1.0, 0.5], [0.2, 4.0]]);
    assert!(matches!(
        skew,
        Error::MassNotSymmetric { row: 2, col: 1, .. }
    ));
    assert!(matches!(
        full([[f64::NAN, 0.0], [0.0, 1.0]]),
        Error::NotFinite { .. }
    ));
}

#[test]
fn clearing_forgets_problems() {
    let mut mass = Mass::default();
    mass.push_diagonal(&[0.0]);
    assert!(mass.check().is_err());
    mass.clear();
    mass.push_diagonal(&[1.0]);
    assert!(mass.check().is_ok());
}
