use super::*;
use serde_json::Value;

/// Decodes as the format says, written apart from the encoder: planes, differences, scale.
fn decoded(columns: &Columns, name: &str) -> Vec<f64> {
    let table = columns.table();
    let about = &table[name];
    let number = |key: &str| about[key].as_u64().unwrap_or(0) as usize;
    let (width, count, offset) = (number("width"), number("count"), number("offset"));
    assert_eq!(offset % 8, 0);
    let kind = about["type"].as_str().unwrap();
    let size: usize = kind[1..].parse::<usize>().unwrap() / 8;
    let length = width * count;
    let source = &columns.bytes()[offset..offset + length * size];
    let raw = |i: usize| -> Vec<u8> {
        let at = |k: usize| match about["planes"].as_bool() {
            Some(true) => source[k * length + i],
            _ => source[i * size + k],
        };
        (0..size).map(at).collect()
    };
    if kind == "f64" {
        let whole = |i| f64::from_le_bytes(raw(i).try_into().unwrap());
        return (0..length).map(whole).collect();
    }
    let wrap = |x: i64| match kind {
        "u8" => i64::from(x as u8),
        "u16" => i64::from(x as u16),
        "u32" => i64::from(x as u32),
        "i16" => i64::from(x as i16),
        _ => i64::from(x as i32),
    };
    let mut stored: Vec<i64> = (0..length)
        .map(|i| {
            let word = raw(i).iter().rev().fold(0, |n, b| n << 8 | i64::from(*b));
            wrap(word)
        })
        .collect();
    let delta = number("delta");
    if delta > 0 {
        for i in delta..length {
            stored[i] = wrap(stored[i] + stored[i - delta]);
        }
    }
    let powers = about["power"].as_str().map(|name| decoded(columns, name));
    let power = |row: usize| powers.as_ref().map_or(0, |powers| powers[row] as i32);
    if let Some(by) = about["by"].as_str() {
        let owners = decoded(columns, by);
        for row in 0..count {
            let before = (0..row).rev().find(|&r| owners[r] == owners[row]);
            if let Some(before) = before {
                for k in 0..width {
                    let there = match power(before) - power(row) {
                        by if by.abs() > 15 => 0,
                        by => (stored[before * width + k] as f64 * 2.0_f64.powi(by)).floor() as i64,
                    };
                    let here = &mut stored[row * width + k];
                    *here = wrap(*here + there);
                }
            }
        }
    }
    let scale = |place: usize| match &about["scale"] {
        Value::Array(list) => list[place].as_f64().unwrap(),
        Value::Null => 1.0,
        one => one.as_f64().unwrap(),
    };
    let origin = |place: usize| about["origin"][place].as_f64().unwrap_or(0.0);
    (0..length)
        .map(|i| {
            let steps = stored[i] as f64 * 2.0_f64.powi(power(i / width));
            origin(i % width) + scale(i % width) * steps
        })
        .collect()
}

fn close(found: &[f64], expected: &[f64], within: f64) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= within, "{a} instead of {b}");
    }
}

#[test]
fn exact_numbers_come_back_to_the_bit() {
    let values = [0.1, -2.5e300, f64::MIN_POSITIVE, 0.0, 1.0 / 3.0, -7.0];
    let mut columns = Columns::default();
    columns.counts("n", &[3], false);
    columns.exact("t", 3, &values);
    assert_eq!(decoded(&columns, "t"), values);
}

#[test]
fn rounded_numbers_come_back_to_half_a_step() {
    let mut sequence = 1u64;
    let mut roll = || {
        sequence = sequence.wrapping_mul(6364136223846793005).wrapping_add(1);
        (sequence >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let (rows, width) = (200, 6);
    let values: Vec<f64> = (0..rows * width).map(|_| roll()).collect();
    let owners: Vec<u32> = (0..rows as u32).map(|i| i * i % 17).collect();
    for step in [1e-4, 1e-8] {
        for against in [
            Against::Nothing,
            Against::LastRow,
            Against::SameContact(&owners),
        ] {
            let mut columns = Columns::default();
            columns.counts(OWNERS, &owners, true);
            columns.rounded("x", width, &values, Scale::One(step), against);
            close(&decoded(&columns, "x"), &values, 0.51 * step);
            let kind = if step > 1e-6 { "i16" } else { "i32" };
            assert_eq!(columns.table()["x"]["type"], kind);
            let owners: Vec<f64> = owners.iter().map(|&x| f64::from(x)).collect();
            assert_eq!(decoded(&columns, OWNERS), owners);
        }
    }
}

#[test]
fn each_place_may_have_its_own_step() {
    let values = [1.0, 100.0, -1.0, 300.0, 0.5, -200.0];
    let mut columns = Columns::default();
    let scale = Scale::Each(vec![1e-4, 1e-2]);
    columns.rounded("v", 2, &values, scale, Against::LastRow);
    close(&decoded(&columns, "v"), &values, 0.5e-2);
}

#[test]
fn what_is_far_from_zero_is_as_exact_as_what_is_near() {
    // the second place jumps once, as a body does that leaves the scene
    let values = [0.0, -0.25, 0.5, 4000.0].map(|x| [5e5 + x / 1e4, 4.6e6 + x, 0.3 - x / 1e4]);
    let mut columns = Columns::default();
    columns.counts(OWNERS, &[0, 1, 0, 1], true);
    for (name, against) in [
        ("rows", Against::LastRow),
        ("contacts", Against::SameContact(&[0, 1, 0, 1])),
    ] {
        columns.rounded(name, 3, &values.concat(), Scale::One(1e-5), against);
        close(&decoded(&columns, name), &values.concat(), 0.51e-5);
    }
}

#[test]
fn weak_rows_are_as_exact_as_strong_ones() {
    let mut sequence = 7u64;
    let mut roll = || {
        sequence = sequence.wrapping_mul(6364136223846793005).wrapping_add(1);
        (sequence >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let rows = 400;
    let owners: Vec<u32> = (0..rows as u32).map(|i| i * i % 13).collect();
    // sizes from 10⁻⁸ to 10², zeros, and what is no number
    let mut values: Vec<f64> = (0..rows)
        .flat_map(|row| {
            let size = 10.0_f64.powf(10.0 * roll() - 3.0);
            let size = if row % 19 == 0 { 0.0 } else { size };
            [roll() * size, roll() * size, roll() * size]
        })
        .collect();
    values[31] = f64::NAN;
    let mut columns = Columns::default();
    columns.counts(OWNERS, &owners, true);
    columns.floating("f", "f.power", 3, &values, &owners);
    let found = decoded(&columns, "f");
    values[31] = 0.0;
    for (a, b) in found.chunks(3).zip(values.chunks(3)) {
        let size = b.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        close(a, b, size / 4096.0);
    }
    assert_eq!(columns.table()["f"]["type"], "i16");
}

#[test]
fn counts_take_the_smallest_type_and_differences_wrap() {
    for (values, kind) in [
        (vec![3, 255, 0, 7], "u8"),
        (vec![3, 256, 0, 65535], "u16"),
        (vec![70000, 0, 4_000_000_000, 1], "u32"),
        (vec![], "u8"),
    ] {
        for differences in [false, true] {
            let mut columns = Columns::default();
            columns.counts("c", &values, differences);
            assert_eq!(columns.table()["c"]["type"], kind);
            let expected: Vec<f64> = values.iter().map(|&x| f64::from(x)).collect();
            assert_eq!(decoded(&columns, "c"), expected);
        }
    }
}

#[test]
fn what_is_not_finite_or_too_large_is_stored_as_something_that_is() {
    let mut columns = Columns::default();
    let values = [f64::NAN, f64::INFINITY, -1e300, 1.0];
    columns.rounded("x", 1, &values, Scale::One(0.5), Against::Nothing);
    let found = decoded(&columns, "x");
    assert_eq!(found[0], 0.0);
    assert!(found[1] > 1e9 && found[2] < -1e9);
    assert_eq!(found[3], 1.0);
}
