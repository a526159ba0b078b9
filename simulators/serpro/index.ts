import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { fieldsOf } from '../kit/fields.ts'

/** A registry entry of a CPF. `birth` is ddmmaaaa. */
type Known =
  | { situation: Situation; name: string; birth?: string }
  /** Responses without an entry: 206 partial, 404 unknown, 422 a minor. */
  | { status: 206 | 404 | 422 }
  | { silent: true }

const situations = {
  '0': 'Regular',
  '2': 'Suspensa',
  '3': 'Titular Falecido',
  '4': 'Pendente de Regularização',
  '5': 'Cancelada por Multiplicidade',
  '8': 'Nula',
  '9': 'Cancelada de Ofício',
} as const
type Situation = keyof typeof situations

const regular = (name: string, birth?: string): Known => ({ situation: '0', name, birth })

/** The provider's own demonstration numbers; the names are ours, because it publishes none. */
const people: Record<string, Known> = {
  '40442820135': regular('PESSOA DE TESTE UM'),
  '63017285995': regular('PESSOA DE TESTE DOIS'),
  '91708635203': regular('PESSOA DE TESTE TRES'),
  '58136053391': regular('PESSOA DE TESTE QUATRO', '15021980'),
  '40532176871': { situation: '2', name: 'PESSOA SUSPENSA UM' },
  '47123586964': { situation: '2', name: 'PESSOA SUSPENSA DOIS' },
  '07691852312': { situation: '4', name: 'PESSOA PENDENTE UM' },
  '10975384600': { situation: '4', name: 'PESSOA PENDENTE DOIS' },
  '64913872591': { situation: '5', name: 'PESSOA CANCELADA' },
  '52389071686': { situation: '9', name: 'PESSOA CANCELADA DE OFICIO' },
  '18025346790': { situation: '8', name: 'PESSOA NULA' },
  '05137518743': { situation: '3', name: 'PESSOA FALECIDA UM' },
  '08849979878': { situation: '3', name: 'PESSOA FALECIDA DOIS' },
  '19321675019': { status: 404 },
  '98302514705': { silent: true },
  // Simulator-only: a minor, whose data the registry withholds, and an entry without its name.
  '70032468059': { status: 422 },
  '31245867008': { status: 206 },
  // The people of the demo partner.
  '12345678909': regular('MARIANA ALVES COSTA', '22041989'),
}

/** Any other number with valid check digits is regular and has no date of birth. */
const personOf = (cpf: string): Known => people[cpf] ?? regular('TITULAR DE TESTE')

const TOKEN_SECONDS = 3_600
const SILENT_MS = 60_000
const MAX_TOKENS = 1_000

/** Serpro "Consulta CPF" (product 12.16): OAuth client credentials, then one look-up per number. */
export const serproSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const tokens = context.store.collection<{ until: number }>('serpro-token')
  applyFaults(app, context.faults, 'serpro', { mensagem: 'Erro interno' })

  app.post('/token', async ({ headers, body }, reply) => {
    if (headers.authorization !== basic()) return refuse(reply, 401, 'Client Authentication failed.')
    if (fieldsOf(body).grant_type !== 'client_credentials') return refuse(reply, 400, 'Unsupported grant_type value')
    const token = randomBytes(16).toString('hex')
    tokens.put(token, { until: context.now().getTime() + TOKEN_SECONDS * 1000 })
    tokens.keep(MAX_TOKENS)
    return {
      scope: 'am_application_scope default',
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      access_token: token,
    }
  })

  /** Simulator-only: revokes all tokens. */
  app.delete('/tokens', async () => {
    tokens.keep(0)
    return {}
  })

  app.get<{ Params: { ni: string } }>('/consulta-cpf-df/v1/cpf/:ni', async (request, reply) => {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if ((tokens.get(bearer)?.until ?? 0) <= context.now().getTime()) return refuse(reply, 401, 'Invalid Credentials')
    return lookUp(request.params.ni, request, reply)
  })
}

async function lookUp(ni: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (!/^\d{11}$/.test(ni)) return refuse(reply, 400, 'CPF inválido')
  const known = personOf(ni)
  if ('silent' in known) {
    await pause(SILENT_MS, undefined, { ref: false })
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  if (!('status' in known)) {
    const { situation: codigo, name: nome, birth: nascimento } = known
    return { ni, nome, situacao: { codigo, descricao: situations[codigo] }, ...(nascimento ? { nascimento } : {}) }
  }
  if (known.status === 206) return reply.code(206).send({ ni, situacao: { codigo: '0', descricao: 'Regular' } })
  return refuse(reply, known.status, known.status === 404 ? 'CPF não encontrado' : 'Dados de menor de idade')
}

const refuse = (reply: FastifyReply, status: number, mensagem: string) => reply.code(status).send({ mensagem })

function basic(): string {
  const { consumerKey, consumerSecret } = credentials.serpro
  return `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
}
