//! What a person at the terminal sees and types. No colours and no cursor
//! tricks unless both ends are a terminal, so that a pipe gets plain lines.

use admiralty_catalog::{ErasedLeads, ErasedMenu};
use anyhow::Result;
use std::io::{BufRead, IsTerminal, Write};

/// So many choices are shown before `more` is needed.
const SHOWN: usize = 40;
const WIDTH: usize = 78;

pub(super) struct Screen<'a> {
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    is_terminal: bool,
}

impl<'a> Screen<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead, out: &'a mut dyn Write) -> Screen<'a> {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        Screen { input, out, is_terminal }
    }

    pub(super) fn say(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// Asks for a line; `None` when the input has ended.
    pub(super) fn read(&mut self, prompt: &str) -> Result<Option<String>> {
        write!(self.out, "{prompt}> ")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_string();
        if !self.is_terminal {
            // Nobody's keys echo here, so that what was typed would be missing.
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Hides everything until the next person has taken the seat.
    pub(super) fn hand_over(&mut self, name: &str) -> Result<()> {
        if !self.is_terminal {
            writeln!(self.out, "\n--- hand over to {name} ---")?;
            return Ok(());
        }
        // Clear the screen and what can be scrolled back to.
        write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        write!(self.out, "Hand over to {name}.\n\n{name}, press Enter when nobody else looks. ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        self.input.read_until(b'\n', &mut line)?;
        write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        Ok(())
    }

    pub(super) fn menu(&mut self, prompt: &str, draft: &[String], menu: &ErasedMenu) -> Result<()> {
        writeln!(self.out, "\n{prompt}")?;
        if !draft.is_empty() {
            writeln!(self.out, "So far: {} (type back to undo the last)", draft.join(" "))?;
        }
        self.choices(menu, SHOWN)
    }

    pub(super) fn whole_menu(&mut self, menu: &ErasedMenu) -> Result<()> {
        self.choices(menu, usize::MAX)
    }

    /// Numbered choices, short ones side by side.
    fn choices(&mut self, menu: &ErasedMenu, most: usize) -> Result<()> {
        let mut line = String::new();
        for (i, choice) in menu.choices.iter().take(most).enumerate() {
            let on = if choice.leads == ErasedLeads::On { " …" } else { "" };
            let text = format!("{:>3} {}{on}", i + 1, choice.label.text);
            // In columns of 26 signs, as many as fit.
            let cell = format!("{text:<26}");
            if !line.is_empty() && line.chars().count() + cell.trim_end().chars().count() > WIDTH {
                writeln!(self.out, "{}", line.trim_end())?;
                line.clear();
            }
            line.push_str(&cell);
            while !line.chars().count().is_multiple_of(26) {
                line.push(' ');
            }
        }
        if !line.is_empty() {
            writeln!(self.out, "{}", line.trim_end())?;
        }
        if menu.choices.len() > most {
            writeln!(self.out, "    and {} more (type more)", menu.choices.len() - most)?;
        }
        Ok(())
    }

    pub(super) fn help(&mut self) -> Result<()> {
        writeln!(
            self.out,
            "Type a number of the menu, or an action in the game's notation.\n\
             back         take the last pick of a half-made action back\n\
             undo         take your last action back, as long as nothing was rolled,\n\
             \x20            revealed or passed on\n\
             more         the whole menu\n\
             board, log   the board again; what you were told so far\n\
             odds 3       what may come of number 3, or of an action in notation\n\
             rules WORDS  look up the rules\n\
             quit         leave the game"
        )?;
        Ok(())
    }
}
