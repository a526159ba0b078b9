import * as v from 'valibot'
import { deadlineIn } from '../keep-alive-connection.ts'
import { toDecimal } from '../payment/decimal.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { CredentialsRefused, ProviderDown } from '../provider-down.ts'
import { type InvoiceClient, type InvoicedService, InvoiceRefused, type Invoicing, type ServiceState } from './port.ts'

export interface OmieSettings {
  /** `https://app.omie.com.br` */
  baseUrl: string
  appKey: string
  appSecret: string
  /** The partner's codes at Omie: the service, the category and the bank account. */
  service: number
  category: string
  account: number
  timeoutMs?: number
}

const PROVIDER = 'omie'
/** The stage "to be billed", the last one before an invoice. */
const TO_BILL = '50'

const Code = v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^\d{1,20}$/))
const Fault = v.object({ faultstring: v.string(), faultcode: v.optional(v.string(), '') })
const Client = v.object({ codigo_cliente_omie: Code })
const Created = v.object({ nCodOS: Code })
const Flag = v.optional(v.picklist(['S', 'N', '']), 'N')
const Status = v.object({
  nCodOS: Code,
  cFaturada: Flag,
  cCancelada: Flag,
  /** Empty or without a number until the city has issued the invoice. */
  ListaRpsNfse: v.optional(v.array(v.object({ nNfse: v.optional(v.union([v.string(), v.number()]), '') })), []),
})

/**
 * Omie (product 12.23). Credentials travel in the body of every call, so no part of a request is logged or thrown.
 */
export function omieInvoicing(settings: OmieSettings): Invoicing {
  const callOmie = (service: string, method: string, param: object) => call(settings, service, method, param)
  const fetchServiceState = async (reference: string): Promise<ServiceState | undefined> => {
    try {
      return stateOf(readAnswer(PROVIDER, Status, await callOmie('servicos/os', 'StatusOS', { cCodIntOS: reference })))
    } catch (error) {
      if (error instanceof InvoiceRefused) return undefined
      throw error
    }
  }
  return {
    provider: PROVIDER,
    // Omie refuses a query that was made within the last minute, so each asks for another unknown order.
    check: checkAt(settings.baseUrl, () => fetchServiceState(`doctor-${Date.now()}`)),
    fetchServiceState,
    async saveClient(client) {
      const answer = await callOmie('geral/clientes', 'UpsertCliente', clientParam(client))
      return readAnswer(PROVIDER, Client, answer).codigo_cliente_omie
    },
    async createService(service) {
      try {
        const answer = await callOmie('servicos/os', 'IncluirOS', serviceParam(settings, service))
        return { ref: readAnswer(PROVIDER, Created, answer).nCodOS, state: 'created' }
      } catch (error) {
        if (!(error instanceof InvoiceRefused)) throw error
        // The error code of a duplicate is not documented, so every error is followed by a query.
        const known = await fetchServiceState(service.reference)
        if (known) return known
        throw error
      }
    },
    async bill(ref) {
      readAnswer(PROVIDER, Created, await callOmie('servicos/osp', 'FaturarOS', { nCodOS: Number(ref) }))
    },
  }
}

function stateOf({ nCodOS: ref, cFaturada, cCancelada, ListaRpsNfse }: v.InferOutput<typeof Status>): ServiceState {
  if (cCancelada === 'S') return { ref, state: 'cancelled' }
  const number = ListaRpsNfse.map(({ nNfse }) => String(nNfse).trim()).findLast(Boolean)
  if (number) return { ref, state: 'issued', number }
  return { ref, state: cFaturada === 'S' ? 'billed' : 'created' }
}

const clientParam = ({ reference, name, cpf, email, address }: InvoiceClient) => ({
  codigo_cliente_integracao: reference,
  // Length limits of Omie's API.
  razao_social: name.slice(0, 60),
  nome_fantasia: name.slice(0, 100),
  email,
  cnpj_cpf: cpf ?? '',
  ...(address && {
    endereco: address.street.slice(0, 60),
    endereco_numero: address.number,
    bairro: address.district.slice(0, 60),
    cidade: address.city.slice(0, 40),
    estado: address.state.slice(0, 2),
    cep: address.postalCode,
  }),
})

const serviceParam = ({ service, category, account }: OmieSettings, input: InvoicedService) => ({
  Cabecalho: {
    cCodIntOS: input.reference,
    nCodCli: Number(input.clientRef),
    cEtapa: TO_BILL,
    cCodParc: '000',
    nQtdeParc: 1,
    dDtPrevisao: input.day.split('-').reverse().join('/'),
  },
  InformacoesAdicionais: { cCodCateg: category, nCodCC: account },
  ServicosPrestados: [{ nCodServico: service, nQtde: 1, nValUnit: toDecimal(input.amount) }],
  // Omie sends no e-mails: the number appears on the payment and the receipt.
  Email: { cEnvBoleto: 'N', cEnvLink: 'N' },
})

async function call(settings: OmieSettings, service: string, method: string, param: object): Promise<unknown> {
  const { baseUrl, appKey: app_key, appSecret: app_secret, timeoutMs = PROVIDER_TIMEOUT_MS } = settings
  const { status, body } = await exchange({
    provider: PROVIDER,
    method: 'POST',
    url: `${baseUrl}/api/v1/${service}/`,
    headers: {},
    json: { call: method, app_key, app_secret, param: [param] },
    readsFaults: true,
    until: deadlineIn(timeoutMs),
  })
  // A fault can come with status 200 as well as 500.
  const fault = v.safeParse(Fault, body)
  if (fault.success) throw troubleOf(fault.output.faultcode)
  if (status !== 200) throw new ProviderDown(PROVIDER, `HTTP ${status}`)
  return body
}

/**
 * A repetition too soon (6) and concurrent calls (8020): as after faults of Omie itself and refused credentials (101,
 * 5030), the outcome is unknown.
 */
const UNSETTLED = new Set(['6', '8020'])
function troubleOf(faultcode: string): Error {
  const [_whole, number] = /Client-(\d{1,10})$/.exec(faultcode) ?? []
  if (number === '101' || number === '5030') return new CredentialsRefused(PROVIDER, `fault ${number}`)
  if (!number || UNSETTLED.has(number)) return new ProviderDown(PROVIDER, `fault ${number ?? 'of the server'}`)
  return new InvoiceRefused(`Client-${number}`)
}
