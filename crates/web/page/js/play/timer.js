// The time spent on a puzzle: it runs from the first mark until the puzzle is solved, while the tab Play is visible and no clues are edited.

import { make } from '../dom.js';

export const clock = (seconds) => {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

export class Timer {
  seconds = 0;
  isDone = false;
  // Whether it must not run, because clues are edited.
  isHeld = false;
  #since = null;

  constructor(app) {
    this.app = app;
    this.node = make('span.timer#timer', { role: 'timer', 'aria-label': 'Time', hidden: true });
    setInterval(() => this.#show(), 1000);
    document.addEventListener('visibilitychange', () => (document.hidden ? this.pause() : this.resume()));
  }

  // Starts from a time, for another puzzle.
  reset(seconds = 0, isDone = false) {
    [this.seconds, this.isDone, this.#since] = [seconds, isDone, null];
    this.#show();
  }

  // Goes on, if the puzzle was begun and is not solved.
  resume() {
    const isPlaying = this.app.tabs.id === 'play' && !document.hidden;
    if (this.isDone || this.isHeld || this.#since !== null || !isPlaying || this.app.claims.size === 0) return;
    this.#since = performance.now();
    this.#show();
  }

  pause() {
    this.seconds = this.now;
    this.#since = null;
  }

  done() {
    this.pause();
    this.isDone = true;
    this.#show();
  }

  get now() { return this.seconds + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000); }

  #show() {
    this.node.hidden = this.now === 0 && this.#since === null;
    this.node.textContent = clock(this.now);
  }
}
