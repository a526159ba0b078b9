/** What the registry knows of a CPF. `birth` is ddmmaaaa. */
export type Known =
  | { situation: Situation; name: string; birth?: string }
  /** An answer that is no entry: 206 partial, 404 nobody, 422 a minor. */
  | { status: 206 | 404 | 422 }
  | { silent: true }

export const situations = {
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

/** The provider's own demonstration numbers; the names are ours, since it publishes none. */
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
  // Twin-only: a minor, whose data the registry does not give out, and an entry without its name.
  '70032468059': { status: 422 },
  '31245867008': { status: 206 },
  // The people of the demo partner.
  '12345678909': regular('MARIANA ALVES COSTA', '22041989'),
}

/** Any other number with right check digits is in order, and its date of birth is not told. */
export const personOf = (cpf: string): Known => people[cpf] ?? regular('TITULAR DE TESTE')
