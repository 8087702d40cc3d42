//! The profile of a run as a report: counters, with the searches of each rule and its time.

use crate::debug::index_report::way;
use crate::state::counters::{Counters, PartnerProfile, RuleProfile};
use crate::state::profile::NO_RULE;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// What was counted, with the searches of each rule and its time.
    pub(crate) fn counted(&self) -> Counters {
        let code = self.code;
        let mut counters = self.profile.counters.clone();
        counters.inserts = self.store.inserts;
        counters.removals = self.store.removals;
        let rules = code.rules.iter().zip(&self.profile.tallies);
        let rules = rules.map(|(rule, tally)| RuleProfile {
            name: rule.name.clone(),
            line: rule.line,
            tries: tally.tries,
            guard_failures: tally.guard_failures,
            firings: tally.firings,
            ..RuleProfile::default()
        });
        counters.rules = rules.collect();
        let mut add = |rule: u32, active: String, partner: u32, lookup, probe: u32| {
            let probe = self.profile.probes[probe as usize].summed();
            if probe.lookups == 0 {
                return;
            }
            let profile = &mut counters.rules[rule as usize];
            profile.lookups += probe.lookups;
            profile.candidates += probe.candidates;
            profile.guard_failures += probe.guard_failures;
            profile.partners.push(PartnerProfile {
                active,
                partner: code.atoms.shown(code.constraints[partner as usize].functor),
                way: way(code, lookup),
                lookups: probe.lookups,
                candidates: probe.candidates,
                matches: probe.matches,
            });
        };
        for constraint in &code.constraints {
            for occurrence in constraint.searched() {
                for partner in &occurrence.partners {
                    let active = code.atoms.shown(constraint.functor);
                    let (symbol, probe) = (partner.constraint, partner.probe);
                    add(occurrence.rule, active, symbol, &partner.lookup, probe);
                }
            }
        }
        for (rule, symbol, lookup, probe) in &code.aggregates {
            if let Some(rule) = rule {
                add(*rule, "an aggregate".to_owned(), *symbol, lookup, *probe);
            }
        }
        counters.stored = self.store.live.iter().map(|&live| u64::from(live)).sum();
        counters.store_bytes = self.store.memory();
        if let Some(profiler) = &self.profile.profiler {
            let mut profiler = profiler.clone();
            profiler.charge(NO_RULE);
            for (profile, &spent) in counters.rules.iter_mut().zip(&profiler.spent) {
                profile.time = Some(spent);
            }
            counters.outside = Some(profiler.outside);
        }
        counters
    }
}
