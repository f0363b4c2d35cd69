//! Where played games stood on their way: starts with damage, cargo, works and
//! open windows, which random players, who burn their ships early, never see.

use admiralty_catalog::Match;
use admiralty_core::Record;
use admiralty_testkit::game_of;
use sail_epoch::SailEpoch;

/// The position of a played game after a part of its entries, in tenths, as JSON.
pub(crate) fn position(name: &str, tenths: usize) -> String {
    let path = format!("tests/data/replays/{name}.adm");
    let mut record = Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    record.lines.truncate(record.lines.len() * tenths / 10);
    record.result = "unfinished".into();
    let games = [game_of::<SailEpoch>()];
    let (running, _) = Match::from_record(&games, &record).unwrap();
    running.table().save().to_string()
}
