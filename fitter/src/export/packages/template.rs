//! What is replaced in a template.
//!
//! | template | package |
//! | --- | --- |
//! | `my_model`, `MY_MODEL` | the name, as it is and in capital letters |
//! | `@fact@` | a fact about the model |
//! | lines from `[if condition]` to `[else]` or `[end]` in comments of their own | the lines that hold |

use super::conditions::Conditions;
use super::facts::Facts;

/// Returns a text for a model: with its lines, its facts and its name.
pub(super) fn filled(text: &str, (name, facts, conditions): (&str, &Facts, &Conditions)) -> String {
    let text = facts.iter().fold(kept(text, conditions), |text, (fact, value)| text.replace(fact, value));
    named(&text, name)
}

/// Returns a text or a path with the name of a model.
pub(super) fn named(text: &str, name: &str) -> String {
    text.replace("my_model", name).replace("MY_MODEL", &name.to_ascii_uppercase())
}

/// Returns the lines whose condition holds.
fn kept(text: &str, conditions: &Conditions) -> String {
    let (mut holds, mut lines) = (true, String::new());
    for line in text.lines() {
        match directive(line) {
            Some("else") => holds = !holds,
            Some("end") => holds = true,
            Some(condition) => holds = condition.strip_prefix("if ").is_some_and(|name| conditions.hold(name)),
            None if holds => lines.extend([line, "\n"]),
            None => {}
        }
    }
    lines
}

/// The words between brackets of a line that is a comment with nothing else.
fn directive(line: &str) -> Option<&str> {
    let comment = line.trim().trim_start_matches(['/', '#', ' ']);
    let words = comment.strip_prefix('[')?.strip_suffix(']')?;
    (words == "else" || words == "end" || words.starts_with("if ")).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_by_their_condition() {
        let text = "a\n// [if windows]\nb\n    // [else]\nc\n# [end]\nd [0]\n[dependencies]\n";
        assert_eq!(kept(text, &Conditions(vec!["windows"])), "a\nb\nd [0]\n[dependencies]\n");
        assert_eq!(kept(text, &Conditions(vec![])), "a\nc\nd [0]\n[dependencies]\n");
    }

    #[test]
    fn names_take_the_place_of_the_templates() {
        assert_eq!(named("my_model_class MY_MODEL_H", "Motor"), "Motor_class MOTOR_H");
    }
}
