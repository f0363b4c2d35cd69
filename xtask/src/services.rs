//! PostgreSQL and NATS for the tests: installed if they are missing, started once
//! for a whole run.

use admiralty_services::{Balancer, Durable, Nats, Postgres};
use anyhow::{Result, bail};
use std::process::Command;

/// What the tests of a run share.
pub(crate) struct Services {
    postgres: Postgres,
    nats: Nats,
}

impl Services {
    /// Installs what is missing and starts both.
    pub(crate) fn start() -> Result<Services> {
        install(&["postgresql", "nats-server", "haproxy"])?;
        Ok(Services { postgres: Postgres::start(Durable::No)?, nats: Nats::start()? })
    }

    /// Tells a command where they are.
    pub(crate) fn tell<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("ADMIRALTY_TEST_POSTGRES", self.postgres.url("postgres"))
            .env("ADMIRALTY_TEST_NATS", self.nats.url())
    }
}

/// Installs packages of Debian whose programs are missing, and says so.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    let there = |package: &&&str| match **package {
        "postgresql" => Postgres::is_installed(),
        "nats-server" => Nats::is_installed(),
        "haproxy" => Balancer::is_installed(),
        _ => false,
    };
    let missing: Vec<&str> = packages.iter().filter(|p| !there(p)).copied().collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("installing {} with apt-get", missing.join(", "));
    // The package would start a server of its own; tests start theirs.
    let _ = Command::new("apt-get").args(["update", "-q"]).status();
    let installed = Command::new("apt-get")
        .args(["install", "-y", "-q", "--no-install-recommends"])
        .args(&missing)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status();
    if !installed.is_ok_and(|status| status.success()) {
        bail!("cannot install {}: please do it by hand", missing.join(", "));
    }
    Ok(())
}
