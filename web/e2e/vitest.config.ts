/// Tests in a real browser against the real server. `ADMIRALTY_BIN` names the
/// binary; without it the workspace is built.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    environment: 'node',
    globalSetup: ['./server.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Dice are real and machines are shared: one that fails is tried once more, and the
    // report says so. What is broken fails twice.
    retry: 1,
    // As long as everything else waits here: a bot may have to think first.
    expect: { poll: { timeout: 20_000 } },
  },
});
