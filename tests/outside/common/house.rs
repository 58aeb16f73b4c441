//! The imports of a crate: which file takes names from which other file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// An import: the file that takes a name, and the file that it takes it from, below `src/`.
pub type Arrow = (String, String);

/// One module: a file, or a `mod` inside one.
#[derive(Default)]
struct Module {
    file: String,
    /// What `use` declares, by name: the path behind it.
    aliases: BTreeMap<String, Vec<String>>,
    /// The paths of `use module::*`.
    globs: Vec<Vec<String>>,
    /// Names that are defined here.
    items: BTreeSet<String>,
    /// Paths that the code names, absolute ones of `use` among them.
    paths: BTreeSet<Vec<String>>,
    /// Those of `pub use`.
    exported: BTreeSet<Vec<String>>,
}

/// The modules of a crate by path; the root is the empty path.
#[derive(Default)]
pub struct Crate {
    /// The files that define a type, a trait or an enum of a name.
    pub types: BTreeMap<String, BTreeSet<String>>,
    modules: BTreeMap<Vec<String>, Module>,
}

impl Crate {
    /// Reads the crate with this root in `src`, such as `lib.rs`; tests are left out.
    pub fn read(src: &Path, root: &str) -> Crate {
        let mut house = Crate::default();
        house.file(src, &src.join(root), Vec::new());
        house
    }

    fn file(&mut self, src: &Path, file: &Path, path: Vec<String>) {
        let text = fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let name = file.strip_prefix(src).expect("below src").to_string_lossy().into_owned();
        self.module(src, (&name, file), path, &parsed.items);
    }

    fn module(&mut self, src: &Path, (name, file): (&str, &Path), path: Vec<String>, items: &[Item]) {
        let mut module = Module { file: name.to_owned(), ..Module::default() };
        let mut children = Vec::new();
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            if let Some(name) = defined(item) {
                module.items.insert(name);
            }
            if let Item::Struct(_) | Item::Enum(_) | Item::Trait(_) | Item::Type(_) = item {
                let named = defined(item).unwrap_or_default();
                self.types.entry(named).or_default().insert(name.to_owned());
            }
            match item {
                Item::Mod(child) => children.push(child),
                Item::Use(import) => {
                    let exported = !matches!(import.vis, Visibility::Inherited);
                    module.import(&import.tree, Vec::new(), exported);
                }
                _ => Paths(&mut module.paths).visit_item(item),
            }
        }
        let folder = match file.file_name().and_then(|name| name.to_str()) {
            Some("lib.rs" | "main.rs" | "mod.rs") => file.parent().expect("a folder").to_owned(),
            _ => file.with_extension(""),
        };
        self.modules.insert(path.clone(), module);
        for child in children {
            let below: Vec<String> = path.iter().cloned().chain([child.ident.to_string()]).collect();
            match &child.content {
                Some((_, items)) => self.module(src, (name, file), below, items),
                None => {
                    let flat = folder.join(format!("{}.rs", child.ident));
                    let own = if flat.exists() { flat } else { folder.join(child.ident.to_string()).join("mod.rs") };
                    self.file(src, &own, below);
                }
            }
        }
    }

    /// Every import between two files. Resolved, an arrow ends where the name is defined, and
    /// re-exports are no imports; else it ends at the file of the module that is named, and they
    /// are, but for those of `lib.rs`, the face of the crate.
    pub fn arrows(&self, resolved: bool) -> BTreeSet<Arrow> {
        let mut arrows = BTreeSet::new();
        for (at, module) in &self.modules {
            let paths =
                module.paths.iter().filter(|path| !(resolved || at.is_empty()) || !module.exported.contains(*path));
            for path in paths {
                let ends = match resolved {
                    true => self.definition(at, path, 0),
                    false => self.named(at, path),
                };
                arrows.extend(ends.filter(|end| *end != module.file).map(|end| (module.file.clone(), end)));
            }
        }
        arrows
    }

    /// The absolute path, as far as its first segment says where it begins.
    fn absolute(&self, at: &[String], path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let join = |start: &[String], rest: &[String]| Some(start.iter().chain(rest).cloned().collect());
        match first.as_str() {
            "crate" => join(&[], rest),
            "self" => join(at, rest),
            "super" => {
                let mut up = &at[..at.len().checked_sub(1)?];
                let mut rest = rest;
                while rest.first().is_some_and(|next| next == "super") {
                    (up, rest) = (&up[..up.len().checked_sub(1)?], &rest[1..]);
                }
                join(up, rest)
            }
            _ => {
                let below: Vec<String> = at.iter().cloned().chain([first.clone()]).collect();
                if self.modules.contains_key(&below) {
                    return join(&below, rest);
                }
                let alias = self.modules.get(at)?.aliases.get(first)?;
                // `use name::name` takes it from another crate
                let start = if alias.first() == Some(first) { None } else { self.absolute(at, alias) };
                join(&start?, rest)
            }
        }
    }

    /// The module that a path goes through last, by the modules' tree alone.
    fn named(&self, at: &[String], path: &[String]) -> Option<String> {
        let path = self.absolute(at, path)?;
        let known = (0..=path.len()).rev().find_map(|end| self.modules.get(&path[..end]))?;
        Some(known.file.clone())
    }

    /// The file in which what a path names is defined.
    fn definition(&self, at: &[String], path: &[String], depth: usize) -> Option<String> {
        let path = self.absolute(at, path)?;
        let end = (0..=path.len()).rev().find(|end| self.modules.contains_key(&path[..*end]))?;
        let (place, rest) = path.split_at(end);
        let module = &self.modules[place];
        let Some(name) = rest.first() else { return Some(module.file.clone()) };
        if module.items.contains(name) || depth > 8 {
            return Some(module.file.clone());
        }
        if let Some(alias) = module.aliases.get(name) {
            let further: Vec<String> = alias.iter().chain(&rest[1..]).cloned().collect();
            if further != path {
                return self.definition(place, &further, depth + 1);
            }
        }
        for glob in &module.globs {
            let further: Vec<String> = glob.iter().chain(rest).cloned().collect();
            let place = self.absolute(place, glob);
            let defines =
                |place: &Vec<String>| self.modules.get(place).is_some_and(|module| module.items.contains(name));
            if let Some(place) = place.filter(defines) {
                return self.definition(&place, &further, depth + 1);
            }
        }
        Some(module.file.clone())
    }
}

impl Module {
    fn import(&mut self, tree: &UseTree, mut path: Vec<String>, exported: bool) {
        let mut name = |name: String, path: Vec<String>| {
            self.aliases.insert(name, path.clone());
            if exported {
                self.exported.insert(path.clone());
            }
            self.paths.insert(path);
        };
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.import(&step.tree, path, exported);
            }
            UseTree::Name(last) if last.ident == "self" => name(path.last().cloned().unwrap_or_default(), path),
            UseTree::Name(last) => {
                path.push(last.ident.to_string());
                name(last.ident.to_string(), path);
            }
            UseTree::Rename(last) => {
                if last.ident != "self" {
                    path.push(last.ident.to_string());
                }
                name(last.rename.to_string(), path);
            }
            UseTree::Glob(_) => {
                if exported {
                    self.exported.insert(path.clone());
                }
                self.paths.insert(path.clone());
                self.globs.push(path);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path.clone(), exported)),
        }
    }
}

/// Collects the paths of several segments that code names, those in macros too.
struct Paths<'a>(&'a mut BTreeSet<Vec<String>>);

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.0.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        // `$crate` is named by whoever calls the macro
        let tokens = without_strings(&call.tokens.to_string()).replace("$ crate", "_").replace("$crate", "_");
        let tokens = tokens.replace(" :: ", "::");
        for word in tokens.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            let path: Vec<String> = word.split("::").map(str::to_owned).collect();
            if path.len() > 1 && path.iter().all(|step| !step.is_empty() && !step.contains(':')) {
                self.0.insert(path);
            }
        }
        visit::visit_macro(self, call);
    }
}

/// Tokens without the texts of string literals, which name no path.
fn without_strings(tokens: &str) -> String {
    let mut plain = String::new();
    let (mut inside, mut escaped) = (false, false);
    for c in tokens.chars() {
        match c {
            '"' if !escaped => inside = !inside,
            _ if !inside => plain.push(c),
            _ => {}
        }
        escaped = inside && c == '\\' && !escaped;
    }
    plain
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string().starts_with("test"))
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn defined(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Macro(item) => macro_name(item)?,
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

/// The name of a `macro_rules!`, or the first identifier before a brace of a macro that defines
/// something.
fn macro_name(item: &syn::ItemMacro) -> Option<String> {
    if let Some(name) = &item.ident {
        return Some(name.to_string());
    }
    let tokens: Vec<String> = item.mac.tokens.clone().into_iter().map(|token| token.to_string()).collect();
    let brace = tokens.iter().position(|token| token.starts_with('{'))?;
    brace.checked_sub(1).map(|name| tokens[name].clone())
}

/// Files that import each other in a circle: strongly connected components of more than one file.
pub fn circles(arrows: &BTreeSet<Arrow>) -> Vec<Vec<String>> {
    let files: BTreeSet<&String> = arrows.iter().flat_map(|(from, to)| [from, to]).collect();
    let reached: BTreeMap<&String, BTreeSet<&String>> = files.iter().map(|file| (*file, reach(arrows, file))).collect();
    let mut circles = BTreeSet::new();
    for file in files {
        let circle: Vec<String> = reached[file]
            .iter()
            .filter(|other| reached[**other].contains(file))
            .map(|other| (*other).clone())
            .collect();
        if !circle.is_empty() {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// Every file that is reached from one by at least one arrow.
fn reach<'a>(arrows: &'a BTreeSet<Arrow>, from: &str) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        for (_, to) in arrows.iter().filter(|(start, _)| start == file) {
            if reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}
