/** The flag of a submit (B4.26): set before anything is sent, cleared when there is an answer, whichever it is. */
export function oneAtATime() {
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
