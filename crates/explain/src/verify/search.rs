//! The verifier's own search: whether some forms have a model. It shares no code with `find`.

use gridwright_fd::Deadline;
use gridwright_puzzles::{Claim, PremiseForm};

/// The maximum number of cases for one conclusion.
const MAX_CASES: u64 = 200_000;

/// The maximum number of cases of a first attempt, which branches on the facts of the first premise.
const FEW_CASES: u64 = 5_000;

/// The search takes too many cases, or the deadline came first.
pub(crate) struct TooLong;

/// A backtracking search for a model of some forms: it propagates each form alone, then branches on a fact of the form with the fewest open facts.
pub(crate) struct Search<'f> {
    forms: &'f [&'f PremiseForm],
    /// For every form, its facts.
    facts: Vec<Vec<usize>>,
    /// For every fact, the forms it occurs in.
    of_fact: Vec<Vec<usize>>,
    truth: Vec<Option<bool>>,
    /// Forms with a fact that was set since they were last propagated.
    changed: Vec<usize>,
    /// Whether a claim and its opposite are assumed.
    is_contradictory: bool,
    /// Whether to branch on the facts of the first form first.
    first_form_first: bool,
    cases: u64,
    max_cases: u64,
    deadline: &'f Deadline,
}

impl<'f> Search<'f> {
    pub(crate) fn new(
        forms: &'f [&'f PremiseForm],
        n_facts: usize,
        deadline: &'f Deadline,
    ) -> Search<'f> {
        let facts: Vec<Vec<usize>> = forms.iter().map(|form| form.facts()).collect();
        let mut of_fact = vec![Vec::new(); n_facts];
        for (form, facts) in facts.iter().enumerate() {
            for &fact in facts {
                of_fact[fact].push(form);
            }
        }
        Search {
            changed: Vec::new(),
            forms,
            facts,
            of_fact,
            truth: vec![None; n_facts],
            is_contradictory: false,
            first_form_first: false,
            cases: 0,
            max_cases: 0,
            deadline,
        }
    }

    pub(crate) fn assume(&mut self, claims: &[Claim]) {
        for claim in claims {
            if self.truth[claim.fact].is_some_and(|truth| truth != claim.holds) {
                self.is_contradictory = true;
            }
            self.truth[claim.fact] = Some(claim.holds);
        }
    }

    pub(crate) fn has_model(&mut self) -> Result<bool, TooLong> {
        if self.is_contradictory {
            return Ok(false);
        }
        // A step by cases is verified quickly by branching on its first premise.
        for (first_form_first, max_cases) in [(true, FEW_CASES), (false, MAX_CASES)] {
            self.first_form_first = first_form_first;
            (self.cases, self.max_cases) = (0, max_cases);
            self.changed = (0..self.forms.len()).collect();
            if let Ok(found) = self.search() {
                return Ok(found);
            }
        }
        Err(TooLong)
    }

    fn search(&mut self) -> Result<bool, TooLong> {
        self.cases += 1;
        if self.cases > self.max_cases || self.deadline.reached().is_some() {
            return Err(TooLong);
        }
        let mut assigned = Vec::new();
        let found = match self.propagate(&mut assigned) {
            false => Ok(false),
            true => match self.open_fact() {
                None => Ok(true),
                Some(fact) => self.split(fact),
            },
        };
        self.changed.clear();
        for fact in assigned {
            self.truth[fact] = None;
        }
        found
    }

    fn split(&mut self, fact: usize) -> Result<bool, TooLong> {
        for side in [true, false] {
            self.set(fact, side);
            let found = self.search();
            self.truth[fact] = None;
            if found? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn set(&mut self, fact: usize, side: bool) {
        self.truth[fact] = Some(side);
        self.changed.extend(&self.of_fact[fact]);
    }

    /// Propagates to a fixpoint; false if a form cannot hold.
    fn propagate(&mut self, assigned: &mut Vec<usize>) -> bool {
        while let Some(form) = self.changed.pop() {
            if !can_hold(self.forms[form], &self.truth) {
                return false;
            }
            for at in 0..self.facts[form].len() {
                let fact = self.facts[form][at];
                if self.truth[fact].is_some() {
                    continue;
                }
                match [true, false].map(|side| self.can_be(form, fact, side)) {
                    [true, true] => {}
                    [false, false] => return false,
                    [side, _] => {
                        self.set(fact, side);
                        assigned.push(fact);
                    }
                }
            }
        }
        true
    }

    fn can_be(&mut self, form: usize, fact: usize, side: bool) -> bool {
        self.truth[fact] = Some(side);
        let can = can_hold(self.forms[form], &self.truth);
        self.truth[fact] = None;
        can
    }

    /// An open fact of the form with the fewest open facts; `None` if all forms hold already.
    fn open_fact(&self) -> Option<usize> {
        let is_open = |fact: &&usize| self.truth[**fact].is_none();
        let unsure = self.forms.iter().zip(&self.facts).enumerate();
        let unsure = unsure.filter(|(_, (form, _))| !must_hold(form, &self.truth));
        let tightest = unsure
            .map(|(at, (_, facts))| {
                let is_later = self.first_form_first && at > 0;
                (is_later, facts.iter().filter(is_open).count(), facts)
            })
            .filter(|(_, open, _)| *open > 0)
            .min_by_key(|(is_later, open, _)| (*is_later, *open));
        tightest.and_then(|(_, _, facts)| facts.iter().find(is_open).copied())
    }
}

/// How many of the claims are true, and how many are not false.
fn range(of: &[Claim], truth: &[Option<bool>]) -> (usize, usize) {
    let is = |claim: &&Claim| truth[claim.fact] == Some(claim.holds);
    let may = |claim: &&Claim| truth[claim.fact] != Some(!claim.holds);
    (of.iter().filter(is).count(), of.iter().filter(may).count())
}

/// Whether a form holds whatever the open facts are. It may miss that a form does; exact if no fact is open.
fn must_hold(form: &PremiseForm, truth: &[Option<bool>]) -> bool {
    let may = |claim: &Claim| truth[claim.fact] != Some(!claim.holds);
    match form {
        PremiseForm::Count { of, min, max } => {
            let (low, high) = range(of, truth);
            low >= *min && high <= *max
        }
        PremiseForm::When(claims, form) => !claims.iter().all(may) || must_hold(form, truth),
        form => {
            let assigned = form.facts().iter().all(|&fact| truth[fact].is_some());
            assigned && form.holds(&|fact| truth[fact] == Some(true))
        }
    }
}

/// Whether a form can still hold. It may miss that a form cannot; exact if no fact is open.
pub(crate) fn can_hold(form: &PremiseForm, truth: &[Option<bool>]) -> bool {
    let is = |claim: &Claim| truth[claim.fact] == Some(claim.holds);
    let may = |claim: &Claim| truth[claim.fact] != Some(!claim.holds);
    match form {
        PremiseForm::Count { of, min, max } => {
            let (low, high) = range(of, truth);
            low <= *max && high >= *min
        }
        PremiseForm::Groups { of, min, max } => {
            let low = of.iter().filter(|group| group.iter().all(is)).count();
            let high = of.iter().filter(|group| group.iter().all(may)).count();
            low <= *max && high >= *min
        }
        PremiseForm::Total { of, min, max } => {
            let (mut low, mut high) = (0, 0);
            for list in of {
                let trues = list.iter().filter(|(fact, _)| truth[*fact] == Some(true));
                let may_be = list.iter().filter(|(fact, _)| truth[*fact] != Some(false));
                let numbers: Vec<i64> = match trues.clone().count() {
                    0 => may_be.map(|(_, number)| *number).collect(),
                    1 => trues.map(|(_, number)| *number).collect(),
                    _ => return false,
                };
                let (Some(first), Some(last)) = (numbers.iter().min(), numbers.iter().max()) else {
                    return false;
                };
                low += first;
                high += last;
            }
            low <= *max && high >= *min
        }
        PremiseForm::Regular { of, automaton } => {
            let mut reached = vec![false; automaton.n_states()];
            reached[automaton.start()] = true;
            for list in of {
                let n_true = list.iter().filter(|(claim, _)| is(claim)).count();
                let options = list
                    .iter()
                    .filter(|(claim, _)| may(claim) && (n_true == 0 || is(claim)));
                let symbols: Vec<i32> = options.map(|(_, symbol)| *symbol).collect();
                if n_true > 1 {
                    return false;
                }
                let mut next = vec![false; reached.len()];
                for state in (0..reached.len()).filter(|&state| reached[state]) {
                    for to in symbols.iter().filter_map(|&one| automaton.step(state, one)) {
                        next[to] = true;
                    }
                }
                reached = next;
            }
            (0..reached.len()).any(|state| reached[state] && automaton.is_accepting(state))
        }
        PremiseForm::Joined { nodes, edges } => {
            let mut part: Vec<usize> = (0..*nodes).collect();
            for (a, b, edge) in edges {
                if may(edge) && part[*a] != part[*b] {
                    let (from, to) = (part[*a], part[*b]);
                    part.iter_mut()
                        .filter(|p| **p == from)
                        .for_each(|p| *p = to);
                }
            }
            part.windows(2).all(|pair| pair[0] == pair[1])
        }
        PremiseForm::Connected { nodes, edges } => {
            let reach = reachable(nodes.len(), edges, &|node| may(&nodes[node]), None);
            let mut chosen = (0..nodes.len()).filter(|&node| is(&nodes[node]));
            let first = chosen.next().map(|node| reach[node]);
            chosen.all(|node| Some(reach[node]) == first)
        }
        PremiseForm::SingleLoop { nodes, edges } => can_loop(*nodes, edges, &is, &may),
        PremiseForm::PartSizes {
            nodes,
            edges,
            size,
            at,
        } => {
            let count = |group: &[usize], label: usize| {
                group.iter().filter(|other| **other == label).count()
            };
            let wide = reachable(nodes.len(), edges, &|node| may(&nodes[node]), None);
            let sure = reachable(nodes.len(), edges, &|node| is(&nodes[node]), None);
            let is_meant = |node: usize| match at {
                Some(at) => node == *at,
                None => is(&nodes[node]),
            };
            (0..nodes.len()).filter(|&node| is_meant(node)).all(|node| {
                let large = if is(&nodes[node]) {
                    count(&sure, sure[node])
                } else {
                    0
                };
                may(&nodes[node]) && count(&wide, wide[node]) >= *size && large <= *size
            })
        }
        PremiseForm::RootedParts {
            nodes,
            edges,
            roots,
        } => {
            let chosen: Vec<bool> = (0..nodes.len())
                .map(|node| is(&nodes[node]) || roots.iter().any(|(root, _)| *root == node))
                .collect();
            let sure = reachable(nodes.len(), edges, &|node| chosen[node], None);
            let mut root_of = vec![None; nodes.len()];
            let mut is_apart = true;
            for (i, (root, _)) in roots.iter().enumerate() {
                is_apart &= root_of[sure[*root]].replace(i).is_none();
            }
            let beside = neighbours(nodes.len(), edges);
            // The roots whose parts a node belongs to or touches.
            let touched = |node: usize| {
                let around = beside[node].iter().chain([&node]);
                let parts = around.filter(|other| chosen[**other]);
                parts.filter_map(|&other| root_of[sure[other]]).collect()
            };
            let touched: Vec<Vec<usize>> = (0..nodes.len()).map(touched).collect();
            let mut covered = vec![false; nodes.len()];
            let mut is_large_enough = true;
            for (i, &(root, size)) in roots.iter().enumerate() {
                // Without nodes that touch the part of another root.
                let free = |node: usize| {
                    may(&nodes[node]) && touched[node].iter().all(|&other| other == i)
                };
                // The part of the root can grow by as many nodes as its size leaves.
                let part =
                    (0..nodes.len()).filter(|&node| chosen[node] && sure[node] == sure[root]);
                let part: Vec<usize> = part.collect();
                let steps = distances(&beside, &part, &free);
                let has = part.len();
                let near = steps.iter().filter(|steps| steps.is_some()).count();
                is_large_enough &= size.is_none_or(|size| near >= size && has <= size);
                for (node, steps) in steps.iter().enumerate() {
                    covered[node] |= match (steps, size) {
                        (Some(steps), Some(size)) => *steps + has <= size,
                        (Some(_), None) => true,
                        (None, _) => false,
                    };
                }
            }
            let all = (0..nodes.len()).filter(|&node| is(&nodes[node]));
            is_apart
                && is_large_enough
                && roots.iter().all(|(root, _)| may(&nodes[*root]))
                && all.into_iter().all(|node| covered[node])
        }
        PremiseForm::When(claims, form) => !claims.iter().all(is) || can_hold(form, truth),
        PremiseForm::All(forms) => forms.iter().all(|form| can_hold(form, truth)),
    }
}

/// A label for every node: nodes that pass the test have the same label if edges over such nodes connect them, without the node `but`.
fn reachable(
    n: usize,
    edges: &[(usize, usize)],
    may: &dyn Fn(usize) -> bool,
    but: Option<usize>,
) -> Vec<usize> {
    let passes = |node: usize| may(node) && Some(node) != but;
    let mut above: Vec<usize> = (0..n).collect();
    let find = |above: &mut [usize], mut node: usize| {
        while above[node] != node {
            above[node] = above[above[node]];
            node = above[node];
        }
        node
    };
    for &(a, b) in edges {
        if passes(a) && passes(b) {
            let (a, b) = (find(&mut above, a), find(&mut above, b));
            above[a.max(b)] = a.min(b);
        }
    }
    (0..n).map(|node| find(&mut above, node)).collect()
}

/// The neighbours of every node.
fn neighbours(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut beside = vec![Vec::new(); n];
    for &(a, b) in edges {
        beside[a].push(b);
        beside[b].push(a);
    }
    beside
}

/// The number of steps from some nodes to every other over nodes that pass a test.
fn distances(
    beside: &[Vec<usize>],
    starts: &[usize],
    may: &dyn Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let mut steps = vec![None; beside.len()];
    starts.iter().for_each(|&start| steps[start] = Some(0));
    let mut queue = starts.to_vec();
    let mut at = 0;
    while let Some(&node) = queue.get(at) {
        at += 1;
        for &other in &beside[node] {
            if steps[other].is_none() && may(other) {
                steps[other] = steps[node].map(|steps| steps + 1);
                queue.push(other);
            }
        }
    }
    steps
}

/// Whether edges can form one loop: by the edges at each node, and because two edges of a loop lie in the same biconnected component.
fn can_loop(
    nodes: usize,
    edges: &[(usize, usize, Claim)],
    is: &dyn Fn(&Claim) -> bool,
    may: &dyn Fn(&Claim) -> bool,
) -> bool {
    let mut on = vec![0; nodes];
    let mut possible = vec![0; nodes];
    for (a, b, edge) in edges {
        for node in [*a, *b] {
            on[node] += usize::from(is(edge));
            possible[node] += usize::from(may(edge));
        }
    }
    let fits = |node: usize| on[node] <= 2 && (on[node] == 0 || possible[node] >= 2);
    let chosen: Vec<(usize, usize)> = edges
        .iter()
        .filter(|(_, _, edge)| is(edge))
        .map(|&(a, b, _)| (a, b))
        .collect();
    if !(0..nodes).all(fits) || !edges.iter().any(|(_, _, edge)| may(edge)) {
        return false;
    }
    if chosen.is_empty() {
        return true;
    }
    // A part of chosen edges in which every node has two is closed, so that all others would be apart from it.
    let part = reachable(nodes, &chosen, &|_| true, None);
    for &(a, _) in &chosen {
        let is_closed = (0..nodes).all(|node| part[node] != part[a] || on[node] == 2);
        if is_closed && chosen.iter().any(|&(b, _)| part[b] != part[a]) {
            return false;
        }
    }
    let left: Vec<&(usize, usize, Claim)> = edges.iter().filter(|(_, _, edge)| may(edge)).collect();
    let ends: Vec<(usize, usize)> = left.iter().map(|(a, b, _)| (*a, *b)).collect();
    let component = components(nodes, &ends);
    let mut on = (0..left.len()).filter(|&at| is(&left[at].2));
    let first = on.next().map(|at| component[at]);
    let size = component.iter().filter(|one| Some(**one) == first).count();
    size > 1 && on.all(|at| Some(component[at]) == first)
}

/// The number of the biconnected component of every edge, by a depth-first search that keeps the edges of open components on a stack.
fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut beside: Vec<Vec<(usize, usize)>> = vec![Vec::new(); nodes];
    for (edge, &(a, b)) in edges.iter().enumerate() {
        beside[a].push((b, edge));
        beside[b].push((a, edge));
    }
    let mut component = vec![usize::MAX; edges.len()];
    let (mut n_found, mut n_components) = (0, 0);
    // When each node was found, from 1, and the first node that its subtree reaches back to.
    let (mut found, mut back) = (vec![0; nodes], vec![0; nodes]);
    let mut open_edges = Vec::new();
    for root in 0..nodes {
        if found[root] > 0 {
            continue;
        }
        n_found += 1;
        (found[root], back[root]) = (n_found, n_found);
        // The node, the edge it was found by, and its next neighbour.
        let mut path = vec![(root, usize::MAX, 0)];
        while let Some((node, by, next)) = path.last_mut() {
            let (node, by) = (*node, *by);
            if let Some(&(other, edge)) = beside[node].get(*next) {
                *next += 1;
                if edge != by && found[other] == 0 {
                    open_edges.push(edge);
                    n_found += 1;
                    (found[other], back[other]) = (n_found, n_found);
                    path.push((other, edge, 0));
                } else if edge != by && found[other] < found[node] {
                    open_edges.push(edge);
                    back[node] = back[node].min(found[other]);
                }
                continue;
            }
            path.pop();
            let Some(&(parent, ..)) = path.last() else {
                continue;
            };
            back[parent] = back[parent].min(back[node]);
            if back[node] >= found[parent] {
                while let Some(edge) = open_edges.pop() {
                    component[edge] = n_components;
                    if edge == by {
                        break;
                    }
                }
                n_components += 1;
            }
        }
    }
    component
}
