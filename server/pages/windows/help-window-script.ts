/**
 * The page around the help widget (product 12.20). It waits for the app, loads the widget in the reader's language and
 * opens it. What a chat leaves in the page's storage stays for its owner, whose mark the app names, and goes before
 * anybody else's widget comes; the app may also ask for that alone. With `identified` the widget is told who writes, by a
 * pass that the app brings whenever the widget wants one, and opens when it knows, or after five seconds; without, nobody's name, phone or account is known here. When the
 * chat is there the app hears whether this browser keeps it.
 */
export const HELP_SCRIPT = `(() => {
  const { widget, apps } = document.currentScript.dataset
  const OWNER = 'cuida-chat-owner'
  let met = false
  // Browsers that keep nothing for a frame refuse even to be asked.
  const kept = (act) => { try { return act() } catch {} }
  const forget = () => kept(() => { localStorage.clear(); sessionStorage.clear() })
  const keepsFor = (owner) => {
    if (kept(() => localStorage.getItem(OWNER)) === owner) return true
    forget()
    kept(() => localStorage.setItem(OWNER, owner))
    return kept(() => localStorage.getItem(OWNER)) === owner
  }
  addEventListener('message', ({ origin, data, ports: [port] }) => {
    if (met || !apps.split(' ').includes(origin) || !port) return
    const notify = (type, more) => port.postMessage({ type, ...more })
    if (data?.type === 'forget') {
      met = true
      forget()
      notify('forgotten')
    }
    if (data?.type === 'open') {
      met = true
      open(data, port, notify)
    }
  })
  function open({ locale, owner, identified }, port, notify) {
    let usePass = () => {}
    port.onmessage = ({ data }) => {
      if (data?.type === 'close' && typeof zE === 'function') zE('messenger', 'close')
      if (data?.type === 'pass') usePass(data.pass)
    }
    const keeps = keepsFor(owner)
    const script = document.createElement('script')
    script.id = 'ze-snippet'
    script.async = true
    script.onerror = () => notify('failed')
    script.onload = () => {
      if (typeof zE !== 'function') return notify('failed')
      zE('messenger:on', 'open', () => notify('ready', { keeps }))
      zE('messenger:on', 'close', () => notify('closed'))
      zE('messenger:set', 'locale', locale)
      let isOpen = false
      const begin = () => {
        if (!isOpen) zE('messenger', 'open')
        isOpen = true
      }
      if (!identified) return begin()
      // What is written before the vendor knows who writes would be a stranger's, and gone when it does.
      zE('messenger', 'loginUser', (use) => { usePass = use; notify('pass') }, (error) => {
        if (error) notify('unknown')
        begin()
      })
      setTimeout(begin, 5_000)
    }
    script.src = widget
    document.body.append(script)
  }
})()
`
