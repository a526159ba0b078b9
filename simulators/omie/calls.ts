import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import type { Collection } from '../kit/store.ts'

/** An error of Omie; `code` as in `SOAP-ENV:Client-102`. */
export class OmieFault extends Error {
  readonly faultcode: string
  constructor(code: number, message: string) {
    super(message)
    this.faultcode = `SOAP-ENV:Client-${code}`
  }
}

interface Client {
  id: number
  reference: string
}
interface Order {
  id: number
  reference: string
  clientId: number
  /** Minor units. */
  amount: number
  /** How often it was billed: more than once shows a missing check in the client. */
  billed: number
  number: string | undefined
  isCancelled: boolean
  at: string
}
export interface OmieStore {
  clients: Collection<Client>
  orders: Collection<Order>
  now: () => Date
}

export const openOmieStore = ({ store, now }: SimulatorContext): OmieStore => ({
  clients: store.collection<Client>('omie-client'),
  orders: store.collection<Order>('omie-order'),
  now,
})

interface Call {
  writes: boolean
  answer(books: OmieStore, param: Fields): object
}

const FIRST_CLIENT = 2_485_994_001
const FIRST_ORDER = 3_191_066_001
const FIRST_NUMBER = 202_600_001

function upsertClient({ clients }: OmieStore, param: Fields) {
  const reference = textOf(param.codigo_cliente_integracao)
  if (!reference) throw new OmieFault(1009, 'O preenchimento da tag [codigo_cliente_integracao] é obrigatório!')
  if (!textOf(param.razao_social)) throw new OmieFault(1009, 'O preenchimento da tag [razao_social] é obrigatório!')
  const document = String(param.cnpj_cpf ?? '')
  if (document !== '' && !isCpf(document)) throw new OmieFault(1010, 'O CPF/CNPJ informado não é válido.')
  const cep = String(param.cep ?? '')
  if (cep !== '' && !/^\d{5}-?\d{3}$/.test(cep)) throw new OmieFault(1011, 'O CEP informado não é válido.')
  const id = clients.get(reference)?.id ?? FIRST_CLIENT + clients.list().length
  clients.put(reference, { id, reference })
  return {
    codigo_cliente_omie: id,
    codigo_cliente_integracao: reference,
    codigo_status: '0',
    descricao_status: 'Cliente cadastrado com sucesso!',
  }
}

function addOrder(books: OmieStore, param: Fields) {
  const { clients, orders, now } = books
  const head = fieldsOf(param.Cabecalho)
  const reference = textOf(head.cCodIntOS)
  if (!reference || reference.length > 60)
    throw new OmieFault(1009, 'O preenchimento da tag [cCodIntOS] é obrigatório!')
  if (orders.having(reference).length > 0)
    throw new OmieFault(102, `Ordem de Serviço já cadastrada para o Código de Integração [${reference}] !`)
  const clientId = Number(head.nCodCli)
  if (!clients.list().some(({ id }) => id === clientId)) throw new OmieFault(107, 'Cliente não cadastrado.')
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(String(head.dDtPrevisao))) throw new OmieFault(1012, 'Data inválida [dDtPrevisao].')
  if (head.cEtapa !== '50' || head.cCodParc !== '000') throw new OmieFault(1013, 'Etapa ou parcela inválida.')
  const more = fieldsOf(param.InformacoesAdicionais)
  if (!/^\d\.\d{2}\.\d{2}$/.test(String(more.cCodCateg)) || !Number.isSafeInteger(more.nCodCC))
    throw new OmieFault(1014, 'Categoria ou conta corrente não cadastrada.')
  const id = FIRST_ORDER + orders.list().length
  const at = now().toISOString()
  const amount = priceOf(param.ServicosPrestados)
  orders.put(
    String(id),
    { id, reference, clientId, amount, billed: 0, number: undefined, isCancelled: false, at },
    reference,
  )
  return { ...named(id, reference), cNumOS: String(id), cCodStatus: '0', cDescStatus: 'Ordem de Serviço adicionada!' }
}

function priceOf(services: unknown): number {
  const [service, ...others] = Array.isArray(services) ? services.map(fieldsOf) : []
  const price = Number(service?.nValUnit)
  const cents = Math.round(price * 100)
  if (!service || others.length > 0 || !Number.isSafeInteger(service.nCodServico) || service.nQtde !== 1)
    throw new OmieFault(1015, 'Informe um serviço cadastrado.')
  if (!(cents > 0) || cents / 100 !== price) throw new OmieFault(1016, 'Valor unitário inválido.')
  return cents
}

function statusOf({ orders }: OmieStore, param: Fields) {
  const [order] = orders.having(textOf(param.cCodIntOS) ?? '')
  if (!order) throw new OmieFault(103, 'Ordem de Serviço não cadastrada para o Código de Integração informado.')
  const { id, reference, billed, number, isCancelled } = order
  return {
    ...named(id, reference),
    cNumOS: String(id),
    cEtapa: billed > 0 ? '60' : '50',
    cFaturada: billed > 0 ? 'S' : 'N',
    cCancelada: isCancelled ? 'S' : 'N',
    ListaRpsNfse: number ? [{ nRps: '1', nNfse: number, cStatus: '004' }] : [],
  }
}

function bill({ orders }: OmieStore, param: Fields) {
  const order = orders.get(String(param.nCodOS))
  if (!order) throw new OmieFault(103, 'Ordem de Serviço não cadastrada.')
  // Omie does not document what a second billing does. Here it bills again, and the ledger counts it.
  const number = order.number ?? String(FIRST_NUMBER + orders.list().filter((one) => one.number).length)
  orders.put(String(order.id), { ...order, billed: order.billed + 1, number }, order.reference)
  return { ...named(order.id, order.reference), cCodStatus: '0', cDescStatus: 'Ordem de Serviço faturada!' }
}

const named = (nCodOS: number, cCodIntOS: string) => ({ nCodOS, cCodIntOS })

/** By service and method. Calls with `writes` must not overlap. */
export const omieCalls: Readonly<Record<string, Call>> = {
  'geral/clientes UpsertCliente': { writes: true, answer: upsertClient },
  'servicos/os IncluirOS': { writes: true, answer: addOrder },
  'servicos/os StatusOS': { writes: false, answer: statusOf },
  'servicos/osp FaturarOS': { writes: true, answer: bill },
}

function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  const check = (length: number) => {
    const sum = [...digits.slice(0, length)].reduce((all, digit, at) => all + Number(digit) * (length + 1 - at), 0)
    return ((sum * 10) % 11) % 10
  }
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10])
}
