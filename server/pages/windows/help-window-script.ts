/**
 * The script of the page around the help widget (product 12.20). It waits for the app's message, then loads and opens
 * the widget in the reader's language. Stored chat data stays for its owner, whose mark the app sends, and is deleted
 * before another person's widget loads; the app can also request the deletion alone. With `identified` the widget
 * receives a token from the app whenever it asks for one, and opens once it has identified the person, or after five
 * seconds; without it, the page knows no name, phone or account. When the chat is open, the page tells the app
 * whether this browser keeps its storage.
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
