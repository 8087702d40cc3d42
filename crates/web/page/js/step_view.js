// The view of a step on the board: the cells it uses and changes, its pattern, and struck through what it rules out.

// `before` are the claims before the step.
export function stepView(step, before, candidates, caption) {
  const claims = new Set(before);
  const isDrawn = step.colours && (candidates || step.on_places);
  // With a pattern on candidates, what is ruled out stays visible.
  if (!isDrawn || step.on_places) step.concludes.forEach((claim) => claims.add(claim));
  const marks = new Map(step.used.map((cell) => [cell.join(), { cell, mark: 'used' }]));
  for (const cell of step.changed) marks.set(cell.join(), { cell, mark: 'changed' });
  const pattern = isDrawn ? { pattern: { colours: step.colours, links: step.links ?? [], concludes: step.concludes } } : {};
  return { claims: [...claims], candidates, marks: [...marks.values()], ...pattern, caption };
}
