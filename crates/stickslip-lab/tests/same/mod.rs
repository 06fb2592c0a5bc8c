//! Two runs compared to the byte.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use serde_json::Value;
use std::path::Path;

/// All files of two runs are the same; in the summary all but the time it took and the folder.
pub(crate) fn assert_same(a: &Path, b: &Path) {
    let list = |folder: &Path| {
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    assert_eq!(list(a), list(b));
    for name in list(a) {
        let [one, two] = [a, b].map(|folder| std::fs::read(folder.join(&name)).unwrap());
        if name == "summary.json" {
            let [one, two] = [one, two].map(|text| {
                let mut summary: Value = serde_json::from_slice(&text).unwrap();
                let map = summary.as_object_mut().unwrap();
                assert!(map.remove("wall_seconds").is_some() && map.remove("folder").is_some());
                serde_json::to_string(&summary).unwrap()
            });
            assert_eq!(one, two);
        } else {
            assert!(one == two, "{}: {name} differs", b.display());
        }
    }
}
