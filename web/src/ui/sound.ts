/// A short wood-block for "your turn", made here so that no file is loaded.

let context: AudioContext | undefined;

export function woodBlock(): void {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const [hz, at] of [
      [880, 0],
      [660, 0.09],
    ] as const) {
      const tone = context.createOscillator();
      const level = context.createGain();
      tone.type = 'triangle';
      tone.frequency.value = hz;
      level.gain.setValueAtTime(0.22, now + at);
      level.gain.exponentialRampToValueAtTime(0.001, now + at + 0.12);
      tone.connect(level).connect(context.destination);
      tone.start(now + at);
      tone.stop(now + at + 0.14);
    }
  } catch {
    // A browser without sound stays silent.
  }
}
