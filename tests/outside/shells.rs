//! Scripts for shells and manual pages, made from the options.

use crate::common::kernelet::Desk;

#[test]
fn completions_know_every_subcommand_and_option() {
    let desk = Desk::new();
    // the others know no values
    let all = ["bash", "zsh", "fish", "powershell", "elvish"];
    for (at, shell) in all.into_iter().enumerate() {
        let script = desk.run(&format!("completions {shell}"));
        assert_eq!((script.code, script.err.as_str()), (0, ""));
        for (part, shells) in [("kernel-error", 5), ("class-weights", 5), ("cortex-m0", 3), ("laplacian", 3)] {
            assert!(at >= shells || script.out.contains(part), "{shell} lacks {part}");
        }
    }
    assert_eq!(desk.run("completions tcsh").code, 2);
}

#[test]
fn manual_pages_have_every_subcommand_and_option() {
    let desk = Desk::new();
    let run = desk.run("manual man");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("man/kernelet.1\n") && run.out.contains("man/kernelet-kernel-error.1\n"), "{}", run.out);
    let page = String::from_utf8(desk.read("man/kernelet-fit.1")).expect("UTF-8");
    for part in [".TH kernelet-fit", "class\\-weights", "no\\-header"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(String::from_utf8(desk.read("man/kernelet.1")).expect("UTF-8").contains("kernelet\\-evaluate(1)"));
}
