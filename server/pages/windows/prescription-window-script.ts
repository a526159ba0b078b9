/**
 * The page around the provider's module (product 12.21), in the documented order: the desk hands over token and patient
 * once; the module says that it is ready, is given the patient, is shown, and tells what was signed. Only the number of
 * the prescription goes back.
 */
export const WINDOW_SCRIPT = `(() => {
  const { module, desk, color } = document.currentScript.dataset
  const NAME = 'plataforma.prescricao'
  let open = false
  addEventListener('message', ({ origin, data, ports: [port] }) => {
    if (open || origin !== desk || !port || data?.type !== 'open') return
    open = true
    const fail = () => port.postMessage({ type: 'failed' })
    const script = document.createElement('script')
    Object.assign(script.dataset, { token: data.token, color, container: 'module' })
    script.onerror = fail
    script.onload = () => {
      MdSinapsePrescricao.event.add('core:moduleInit', ({ name }) => {
        if (name !== NAME) return
        const { id, name: nome, document: cpf } = data.patient
        MdHub.event.add('prescricaoImpressa', ({ prescriptionUuid }) => port.postMessage({ type: 'signed', id: prescriptionUuid }))
        Promise.resolve(MdHub.command.send(NAME, 'setPaciente', { idExterno: id, nome, ...(cpf ? { cpf } : {}) })).then(() => {
          MdHub.module.show(NAME)
          port.postMessage({ type: 'ready' })
        }, fail)
      })
    }
    script.src = module
    document.body.append(script)
  })
})()
`
