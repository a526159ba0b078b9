import { useEffect, useState } from 'react'

let secret: string | undefined

/** What the link carries leaves the address at once: no history, no picture of the screen and no bookmark has it. */
function takeSecret(): string | undefined {
  if (location.hash.length > 1) {
    secret = location.hash.slice(1)
    history.replaceState(null, '', location.pathname)
  }
  return secret
}

/** The secret of the invitation whose link was opened, while this page lives; another link in the same tab is another one. */
export function useJoinSecret(): string | undefined {
  const [taken, setTaken] = useState(takeSecret)
  useEffect(() => {
    const take = () => setTaken(takeSecret())
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return taken
}
