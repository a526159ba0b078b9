/**
 * Stands in for `sinapse-prescricao.min.js` (product 12.21): the same names in the same order of events. It says that it
 * is ready (`core:moduleInit`), takes a patient (`setPaciente`), shows itself, and tells what was signed
 * (`prescricaoImpressa`).
 */
export const MODULE_SCRIPT = `(() => {
  const script = document.currentScript
  const base = new URL('.', script.src).href
  const { token, container } = script.dataset
  const heard = {}
  const hear = (name, act) => { (heard[name] ??= []).push(act) }
  const tell = (name, value) => { for (const act of heard[name] ?? []) act(value) }
  let patient
  const commands = {
    setPaciente(given) {
      if (!given.idExterno || !given.nome) return Promise.reject(new Error('idExterno e nome são obrigatórios'))
      patient = given
      return Promise.resolve()
    },
  }
  window.MdSinapsePrescricao = { event: { add: hear } }
  window.MdHub = {
    event: { add: hear },
    command: { send: (module, name, value) => commands[name] ? commands[name](value) : Promise.resolve() },
    module: { show: () => { form.hidden = false; form.elements[0].focus() }, hide: () => { form.hidden = true } },
  }
  const form = document.createElement('form')
  form.hidden = true
  form.method = 'dialog'
  const field = (label, name) => {
    const box = document.createElement('label')
    const input = document.createElement('input')
    input.name = name
    input.required = true
    box.append(label, input)
    form.append(box)
    return input
  }
  const title = document.createElement('h1')
  title.textContent = 'Memed (demonstração)'
  form.append(title)
  const nome = field('Medicamento', 'nome')
  const posologia = field('Posologia', 'posologia')
  const sign = document.createElement('button')
  sign.textContent = 'Assinar e emitir'
  form.append(sign)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const medicamentos = [{ nome: nome.value, posologia: posologia.value, quantidade: 1 }]
    const answer = await fetch(base + 'module/prescricoes', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ token, paciente: patient, medicamentos }),
    })
    if (!answer.ok) { sign.textContent = 'Tente de novo'; return }
    const { prescriptionUuid } = await answer.json()
    tell('prescricaoImpressa', { prescriptionUuid, documents: [] })
  })
  const place = () => (container && document.getElementById(container)) || document.body
  const start = () => { place().append(form); tell('core:moduleInit', { name: 'plataforma.prescricao' }) }
  setTimeout(start, 0)
})()
`
