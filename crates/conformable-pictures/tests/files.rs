//! The files of the guide and of the documentation are the pictures that the code draws.

use conformable_pictures::{data_url, guide};
use std::fs;
use std::path::Path;

fn check(file: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, drawn).expect("a file that can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, "{file} is stale: BLESS=1 cargo test -p conformable-pictures");
}

#[test]
fn the_files_are_up_to_date() {
    let pictures = guide::pictures();
    for (name, svg) in &pictures {
        check(&format!("docs/guide/src/pictures/{name}.svg"), svg);
    }
    for name in guide::DOCUMENTED {
        let (_, svg) = pictures.iter().find(|picture| picture.0 == name).expect("a picture of the guide");
        let title = svg.split("<title>").nth(1).and_then(|rest| rest.split('<').next()).expect("a title");
        check(&format!("src/rule/pictures/{name}.md"), &format!("![{title}]({})\n", data_url(svg)));
    }

    // no file is left over
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/pictures");
    let mut names: Vec<_> = pictures.iter().map(|picture| format!("{}.svg", picture.0)).collect();
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
        .collect();
    names.sort();
    files.sort();
    assert_eq!(files, names);
}
