/**
 * Simulates `static.zdassets.com/ekr/snippet.js`: the messenger commands of the documented core API, `show`, `hide`,
 * `open`, `close`, `loginUser`, `logoutUser`, `:on` open and close, `:set` locale and cookies. Like the real one it
 * works only in the element with the documented id, keeps an anonymous conversation in local storage and an
 * identified one at the vendor, asks for a new token when one has expired, and with cookies off hides itself and
 * deletes its storage.
 */
export const SNIPPET = `(() => {
  if (document.currentScript?.id !== 'ze-snippet') throw new Error('the snippet needs the id ze-snippet')
  const KEPT = 'ZD-demo-conversation'
  const server = new URL('conversation', document.currentScript.src)
  const heard = { open: [], close: [], unreadMessages: [] }
  const tell = (name) => { for (const act of heard[name]) act() }
  const words = {
    en: { hello: 'Hello! This is a demonstration: nobody reads along. What can we do for you?', write: 'Your message', send: 'Send', close: 'Close chat', got: 'Thank you. Somebody would answer here.' },
    es: { hello: '¡Hola! Esto es una demostración: no hay nadie leyendo. ¿En qué te ayudamos?', write: 'Tu mensaje', send: 'Enviar', close: 'Cerrar chat', got: 'Gracias. Aquí te respondería alguien.' },
    pt: { hello: 'Olá! Isto é uma demonstração: ninguém está lendo. Como podemos ajudar?', write: 'Sua mensagem', send: 'Enviar', close: 'Fechar chat', got: 'Obrigado pelo contato. Alguém responderia aqui.' },
  }
  let said = words[navigator.language.slice(0, 2)] ?? words.en
  const box = document.createElement('form')
  box.hidden = true
  box.style.cssText = 'box-sizing:border-box;display:grid;grid-template-rows:auto 1fr auto;gap:12px;min-height:100vh;padding:16px'
  const bar = document.createElement('div')
  const close = document.createElement('button')
  close.type = 'button'
  bar.append(close)
  const log = document.createElement('div')
  log.setAttribute('role', 'log')
  const label = document.createElement('label')
  const input = document.createElement('input')
  const send = document.createElement('button')
  for (const part of [close, input, send]) part.style.cssText = 'font:inherit;min-height:48px;padding:4px 12px'
  input.required = true
  const row = document.createElement('div')
  row.style.cssText = 'display:flex;flex-wrap:wrap;gap:8px;align-items:end'
  const name = document.createElement('span')
  label.style.cssText = 'display:grid;flex:1;gap:4px'
  label.append(name, input)
  row.append(label, send)
  box.append(bar, log, row)
  const line = (text) => { const p = document.createElement('p'); p.textContent = text; log.append(p) }
  // Some browsers keep nothing for a frame: then the conversation lives as long as the page.
  let here = '[]'
  const read = () => { try { return JSON.parse(localStorage.getItem(KEPT) ?? '[]') } catch { return JSON.parse(here) } }
  const keep = (lines) => { here = JSON.stringify(lines); try { localStorage.setItem(KEPT, here) } catch {} }
  const drop = () => { here = '[]'; try { localStorage.removeItem(KEPT) } catch {} }
  const draw = () => {
    name.textContent = said.write
    send.textContent = said.send
    close.textContent = said.close
    log.replaceChildren()
    for (const text of [said.hello, ...lines()]) line(text)
  }
  // The signed-in visitor: callback that fetches a new token, and the conversation that Zendesk has stored.
  let jwtCallback
  let known
  const lines = () => known ?? read()
  const hand = async (pass, written) => {
    const answer = await fetch(server, { method: 'POST', body: JSON.stringify({ pass, lines: written }) })
    const body = await answer.json()
    if (!answer.ok) throw Object.assign(new Error(body.message), { name: 'LoginFailedError', reason: body.reason })
    known = body.lines
    draw()
  }
  let pass
  const post = (written) => hand(pass, written).catch(() => jwtCallback((fresh) => { pass = fresh; hand(fresh, written) }))
  box.addEventListener('submit', (event) => {
    event.preventDefault()
    const written = [input.value, said.got]
    input.value = ''
    if (known) return post(written)
    keep([...read(), ...written])
    draw()
  })
  const show = (shown) => { box.hidden = !shown; box.style.display = shown ? 'grid' : 'none' }
  const commands = {
    messenger: {
      open() { draw(); show(true); input.focus(); tell('open') },
      close() { show(false); tell('close') },
      show() { show(true) },
      hide() { show(false) },
      loginUser(callback, done = () => {}) {
        jwtCallback = callback
        callback((given) => {
          pass = given
          hand(given, read()).then(() => { drop(); done(null) }, done)
        })
      },
      logoutUser() { known = jwtCallback = undefined; drop(); draw() },
    },
    'messenger:on': new Proxy({}, { get: (_, event) => (act) => heard[event].push(act) }),
    'messenger:set': {
      locale(tag) { said = words[String(tag).slice(0, 2).toLowerCase()] ?? words.en; draw() },
      cookies(on) { if (!on) { show(false); drop() } },
    },
  }
  close.addEventListener('click', () => commands.messenger.close())
  show(false)
  document.body.append(box)
  window.zE = (command, ...rest) => {
    const [action, ...given] = rest
    const known = commands[command]?.[action]
    if (!known) throw new Error('unknown command ' + command + ' ' + action)
    known(...given)
  }
})()
`
