// Vite takes a style sheet whose loading failed for one that is here: code that is loaded again would stand without it.

const lost = new Set<HTMLLinkElement>()
let mending: Promise<unknown> | undefined

globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
  },
  true,
)

/** Asks again for every style sheet that did not come; fails when one of them does not come again. */
export async function mendStyles(): Promise<void> {
  if (lost.size === 0 && !mending) return
  mending ??= Promise.all([...lost].map(askAgain)).finally(() => {
    mending = undefined
  })
  await mending
}

function askAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  lost.delete(link)
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error('style sheet')))
    link.replaceWith(again)
  })
}
