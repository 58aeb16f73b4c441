//! The worked examples of `runtime/FORMAT.md`, read from the page itself.

use kernelet::answer::Early;
use kernelet::answer::Novelty;
use kernelet::block::Kind;
use kernelet::online::Learner;
use kernelet::{Model, Q3, Q7, Series, Stream, ViewError, wire};

/// The bytes of every worked example: the lines of a block of text that begins with the letters
/// `KLT`, up to the first word that is not two hexadecimal digits.
fn examples() -> Vec<Vec<u8>> {
    let page = include_str!("../../runtime/FORMAT.md");
    let texts = page.split("```").skip(1).step_by(2).map(|text| text.trim_start_matches("text\n"));
    texts.filter(|text| text.starts_with("4b 4c 54")).map(|text| text.lines().flat_map(bytes).collect()).collect()
}

fn bytes(line: &str) -> impl Iterator<Item = u8> {
    let words = line.split_whitespace().take_while(|word| word.len() == 2);
    words.map_while(|word| u8::from_str_radix(word, 16).ok())
}

/// The score that the page works out by hand for some readings.
fn score<const D: usize>(model: &[u8], readings: [i16; D]) -> i32 {
    let model = Model::<Q7, D, 1, 4>::view(model).expect("a worked example");
    model.scores(readings)[0]
}

fn features<const D: usize>(model: &[u8], readings: [i16; D]) -> Vec<i16> {
    let model = Model::<Q7, D, 1, 4>::view(model).expect("a worked example");
    let mut features = Vec::new();
    model.features(readings, |feature| features.push(feature));
    features
}

/// The update that the page works out by hand.
fn learns(model: &[u8]) {
    let model = Model::<Q7, 2, 1>::view(model).expect("a worked example");
    let (mut weights, mut features, mut scores) = ([0; 2], [0; 4], [0]);
    let mut learner: Learner<Q7> = Learner::new(model.stream(), &mut weights, &mut features).expect("its lengths");
    learner.learn(&mut [3, 2000], &mut scores, 1).expect("a class");
    assert_eq!((scores, learner.weights()), ([-1_141_442], &[6_032, 347_631][..]));
    learner.scores(&mut [3, 2000], &mut scores).expect("as many inputs");
    assert_eq!(scores, [-966_553]);
}

#[test]
fn every_example_has_the_bytes_and_the_score_that_the_page_says() {
    let [
        cosine,
        sorf,
        fastfood,
        relu,
        seeded,
        patched,
        short,
        ferns,
        bent,
        probable,
        novel,
        staged,
        learning,
        windows,
        steady,
    ] = examples().try_into().expect("fifteen examples");
    let lengths = [
        cosine.len(),
        sorf.len(),
        fastfood.len(),
        relu.len(),
        seeded.len(),
        patched.len(),
        short.len(),
        ferns.len(),
        bent.len(),
        probable.len(),
        novel.len(),
        staged.len(),
        learning.len(),
        windows.len(),
        steady.len(),
    ];
    assert_eq!(lengths, [44, 39, 43, 35, 46, 56, 28, 49, 37, 34, 46, 61, 68, 63, 66]);
    learns(&learning);
    let mut windows = Series::<Q7, 1, 10, 2, 1>::view(&windows).expect("a worked example");
    windows.fill(&[[100, 100, 100, 100, 100, 140, 180, 100, 100, 60]]);
    assert_eq!((windows.inputs(), windows.scores(), windows.class()), ([2048, 16_544], [278], 1));
    assert!(matches!(Series::<Q7, 1, 10, 2, 1, 0, 2>::view(&steady), Err(ViewError::Steady)));
    let mut steady = Series::<Q7, 1, 10, 2, 1, 0, 3>::view(&steady).expect("a worked example");
    let mut classes = |classes: [u16; 6]| {
        steady.clear();
        classes.map(|class| {
            let high = if class == 1 { [140, 180, 100, 100, 60] } else { [100; 5] };
            steady.fill(&[[&[100; 5][..], &high].concat().try_into().expect("ten readings")]);
            (steady.scores(), steady.steady())
        })
    };
    let [one, zero] = [[10], [-7]];
    assert_eq!(classes([1, 1, 0, 1, 0, 0]), [(one, 1), (one, 1), (zero, 1), (one, 1), (zero, 0), (zero, 0)]);
    assert_eq!(classes([1, 0, 1, 0, 0, 0]), [(one, 1), (zero, 0), (one, 1), (zero, 0), (zero, 0), (zero, 0)]);
    let staged = Model::<Q7, 1, 3>::view(&staged).expect("a worked example");
    assert_eq!(staged.early([5]), Early { class: 2, blocks: 1 });
    assert_eq!((staged.early([3]), staged.scores([3])), (Early { class: 1, blocks: 2 }, [0, 1636, 1500]));
    let probable = Model::<Q7, 1, 3>::view(&probable).expect("a worked example");
    assert_eq!(probable.probabilities([5]), Some([11_376, 22_754, 31_404]));
    let novel = Model::<Q7, 1, 3>::view(&novel).expect("a worked example");
    assert_eq!(novel.novelty([5]), Some(Novelty { distance: 10_682, is_novel: true }));
    // of one evaluation
    let scores = probable.scores([5]);
    assert_eq!((probable.class_of(&scores), probable.class([5])), (2, 2));
    assert_eq!(probable.probabilities_of(&scores), probable.probabilities([5]));
    assert_eq!(novel.novelty_of(&novel.scores([5])), novel.novelty([5]));
    assert_eq!(probable.values_of(&scores), probable.values([5]));
    assert_eq!((score(&bent, [-31_000, 7]), score(&bent, [-31_500, 7])), (267, 255));
    let ferns = Model::<Q7, 3, 2>::view(&ferns).expect("a worked example");
    assert_eq!((ferns.scores([-5, 0, 101]), ferns.class([-5, 0, 101])), ([290, 140], 0));
    assert_eq!(score(&cosine, [3, 2000]), -1_141_442);
    assert_eq!(Model::<Q3, 3, 1>::view(&short).expect("a worked example").scores([300, -20, 100]), [34_767]);
    assert_eq!((features(&sorf, [10, 20, -30]), score(&sorf, [10, 20, -30])), (vec![-17_189, 31_880], 3_313_158));
    assert_eq!(
        (features(&fastfood, [10, 20, -30]), score(&fastfood, [10, 20, -30])),
        (vec![-28_310, 2_811], 2_971_808)
    );
    assert_eq!((features(&seeded, [10, 20, -30]), score(&seeded, [10, 20, -30])), (vec![11_417, 17_189], -281_992));
    let readings = [10, 20, 30, 40, 50, 60];
    assert_eq!((features(&patched, readings), score(&patched, readings)), (vec![-12_910, -19_841], 299_208));
    assert_eq!((features(&relu, [30, -500]), score(&relu, [30, -500])), (vec![4_650], -464_742));
}

#[test]
fn kinds_without_a_cosine_share_their_words() {
    let mut model = examples().swap_remove(3);
    let kind = 21;
    assert_eq!(Stream::<Q7>::view(&model).expect("a worked example").kinds().collect::<Vec<_>>(), [Kind::Relu]);
    for (number, [above, below], expected) in [
        (Kind::Step, [32_767, 0], -3_276_442),
        (Kind::Relu, [4_650, 0], -464_742),
        (Kind::SquaredRelu, [659, 0], -65_642),
        (Kind::Linear, [4_650, -4_648], -464_742),
    ] {
        model[kind] = number as u8;
        wire::seal(&mut model);
        assert_eq!((features(&model, [30, -500]), features(&model, [-30, -500])), (vec![above], vec![below]));
        assert_eq!(score(&model, [30, -500]), expected);
    }
}
