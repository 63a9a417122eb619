// Preloaded into the KaTeX server: when the build ends, however it ends, the server's input closes and it goes too.
// Left alone it would hold the build's output open, and whoever reads that output would wait for ever.
process.stdin.on("end", () => process.exit()).resume();
