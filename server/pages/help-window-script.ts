/**
 * The page around the help widget (providers 8.1). It waits for the app, forgets what an earlier chat on this device left
 * behind, loads the widget in the reader's language and opens it. Nobody's name, phone or account is known here. When the
 * chat is closed the widget is told to keep nothing (`cookies` false hides it and deletes what it has stored).
 */
export const HELP_SCRIPT = `(() => {
  const { widget, apps } = document.currentScript.dataset
  let open = false
  addEventListener('message', ({ origin, data, ports: [port] }) => {
    if (open || !apps.split(' ').includes(origin) || !port || data?.type !== 'open') return
    open = true
    // Browsers that keep nothing for a frame refuse even to be asked.
    const forget = () => { try { localStorage.clear(); sessionStorage.clear() } catch {} }
    const fail = () => { forget(); port.postMessage({ type: 'failed' }) }
    const end = () => {
      if (typeof zE === 'function') zE('messenger:set', 'cookies', false)
      forget()
      port.postMessage({ type: 'closed' })
    }
    port.onmessage = ({ data: said }) => { if (said?.type === 'close') end() }
    forget()
    const script = document.createElement('script')
    script.id = 'ze-snippet'
    script.async = true
    script.onerror = fail
    script.onload = () => {
      if (typeof zE !== 'function') return fail()
      zE('messenger:on', 'open', () => port.postMessage({ type: 'ready' }))
      zE('messenger:on', 'close', end)
      zE('messenger:set', 'locale', data.locale)
      zE('messenger', 'open')
    }
    script.src = widget
    document.body.append(script)
  })
})()
`
