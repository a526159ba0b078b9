/** The flag of a pending submit (B4.26): set before the request, cleared on success and failure. */
export function createSubmitLock() {
  let busy = false
  return {
    isBusy: () => busy,
    async run(work: () => Promise<void>): Promise<void> {
      if (busy) return
      busy = true
      try {
        await work()
      } finally {
        busy = false
      }
    },
  }
}
