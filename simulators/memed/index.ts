import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { fieldsOf, isFields, textOf } from '../kit/fields.ts'

/**
 * Simulates `sinapse-prescricao.min.js` (product 12.21): the same names and the same order of events. It reports
 * ready (`core:moduleInit`), takes a patient (`setPaciente`), shows itself, and reports the signed prescription
 * (`prescricaoImpressa`).
 */
const MODULE_SCRIPT = `(() => {
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

interface User {
  externalId: string
  name: string
  status: 'Em análise' | 'Ativo' | 'Inativo'
}
interface Prescription {
  id: string
  doctor: string
  patient: { externalId: string; name: string }
  medicines: { name: string; posology: string; quantity: number; unit: string }[]
  unlockCode: string
  at: string
}
type WithId = { Params: { id: string } }
const JSON_API = 'application/vnd.api+json'
/** Simulator-only: a licence that the council does not have. */
const UNKNOWN_LICENCE = '000000'

/** Memed (product 12.21): prescribers, prescriptions, and the prescription module. */
export const memedSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const users = context.store.collection<User>('memed-user')
  const prescriptions = context.store.collection<Prescription>('memed-prescription')
  const tokens = context.store.collection<{ externalId: string }>('memed-token')
  applyFaults(app, context.faults, 'memed', { errors: [{ detail: 'Erro interno' }] })

  /** A new token each time; the module accepts all of them. */
  const formatUser = (user: User) => {
    const token = randomUUID()
    tokens.put(token, { externalId: user.externalId })
    tokens.keep(1_000)
    const { externalId: external_id, name: nome, status } = user
    return { data: { type: 'usuarios', attributes: { external_id, nome, status, token, terms_accepted: true } } }
  }
  const bearerOf = ({ headers }: FastifyRequest) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    return token ? tokens.get(token)?.externalId : undefined
  }

  await app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      const query = fieldsOf(request.query)
      const { apiKey, secretKey } = credentials.memed
      if (query['api-key'] !== apiKey || query['secret-key'] !== secretKey) return refuse(reply, 401, 'Não autorizado')
      // "Server side only": a browser sends an Origin header and is refused.
      if (request.headers.origin) return refuse(reply, 403, 'Requisição não permitida')
      if (request.headers.accept !== JSON_API) return refuse(reply, 406, 'Cabeçalho Accept inválido')
    })
    api.post('/v1/sinapse-prescricao/usuarios', { config: { serves: 'effect' } }, async ({ body }, reply) => {
      const { type, attributes } = fieldsOf(fieldsOf(body).data)
      const { external_id, nome, sobrenome, uf, board } = fieldsOf(attributes)
      const externalId = textOf(external_id)
      const number = textOf(fieldsOf(board).board_number)
      if (type !== 'usuarios' || !externalId || !textOf(nome) || !textOf(sobrenome) || !textOf(uf) || !number)
        return refuse(reply, 422, 'Dados do prescritor incompletos')
      const status = number === UNKNOWN_LICENCE ? 'Inativo' : 'Ativo'
      const user: User = users.get(externalId) ?? { externalId, name: `${nome} ${sobrenome}`, status }
      users.put(externalId, user)
      return reply.code(201).type(JSON_API).send(formatUser(user))
    })
    api.get<WithId>('/v1/sinapse-prescricao/usuarios/:id', async ({ params: { id } }, reply) => {
      const user = users.get(id)
      return user ? reply.type(JSON_API).send(formatUser(user)) : refuse(reply, 404, 'Usuário não encontrado')
    })
    api.get<WithId>('/v1/prescricoes/:id', async (request, reply) => {
      const found = prescriptions.get(request.params.id)
      if (!bearerOf(request)) return refuse(reply, 401, 'Token do prescritor inválido')
      return found ? reply.type(JSON_API).send(wire(found)) : refuse(reply, 404, 'Prescrição não encontrada')
    })
    api.get<WithId>('/v1/prescricoes/:id/get-digital-prescription-link', async ({ params: { id } }, reply) => {
      const found = prescriptions.get(id)
      if (!found) return refuse(reply, 404, 'Prescrição não encontrada')
      const attributes = { link: `${context.publicUrl}/simulators/memed/p/${id}`, unlock_code: found.unlockCode }
      return reply.type(JSON_API).send({ data: { attributes } })
    })
    api.get<WithId>('/v1/prescricoes/:id/url-document/full', async ({ params: { id } }, reply) => {
      if (!prescriptions.get(id)) return refuse(reply, 404, 'Prescrição não encontrada')
      const attributes = { link: `${context.publicUrl}/simulators/memed/p/${id}/document` }
      return reply.type(JSON_API).send({ data: { attributes } })
    })
  })

  const browser = { config: { serves: 'browser' } }
  /** The script for the clinician's page, with the token in its `data-token`. */
  app.get('/module.js', browser, async (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(MODULE_SCRIPT),
  )
  /** The module's request when the clinician presses "sign". */
  app.post('/module/prescricoes', browser, async (request, reply) => {
    // Sent as text/plain: a cross-origin request without a CORS preflight.
    const { token, paciente, medicamentos } = fieldsOf(JSON.parse(String(request.body)))
    const externalId = tokens.get(String(token))?.externalId
    const patient = { externalId: textOf(fieldsOf(paciente).idExterno) ?? '', name: String(fieldsOf(paciente).nome) }
    if (!externalId || !patient.externalId || !Array.isArray(medicamentos))
      return refuse(reply, 422, 'Dados incompletos')
    const medicines = medicamentos.filter(isFields).map((each) => ({
      name: String(each.nome),
      posology: `<p>${each.posologia}</p>`,
      quantity: Number(each.quantidade ?? 1),
      unit: 'embalagem',
    }))
    const doctor = users.get(externalId)?.name ?? ''
    const unlockCode = String(randomInt(1_000, 10_000))
    const one: Prescription = {
      id: randomUUID(),
      doctor,
      patient,
      medicines,
      unlockCode,
      at: context.now().toISOString(),
    }
    prescriptions.put(one.id, one, externalId)
    return reply.header('access-control-allow-origin', '*').send({ prescriptionUuid: one.id })
  })
}

const refuse = (reply: FastifyReply, status: number, detail: string) =>
  reply
    .code(status)
    .type(JSON_API)
    .send({ errors: [{ detail }] })

function wire({ id, doctor, patient, medicines, at }: Prescription) {
  const day = at.slice(0, 10).split('-').reverse().join('/')
  const time = at.slice(11, 19)
  return {
    data: {
      type: 'prescricoes',
      id,
      attributes: {
        prescriptionUuid: id,
        nome_medico: doctor,
        signed: 1,
        data: day,
        horario: time,
        created_at: `${day} ${time}`,
        paciente: { id: 1, nome: patient.name, external_id: patient.externalId },
        medicamentos: medicines.map(({ name, posology, quantity, unit }, index) => ({
          id: `a${index + 1}`,
          nome: name,
          descricao: '',
          posologia: posology,
          sanitized_posology: posology.replaceAll(/<[^>]*>/g, ''),
          quantidade: quantity,
          unit,
        })),
      },
    },
  }
}
