import type { Staff } from './clinician.ts'
import type { Card, Person } from './patient.ts'

export interface Cast {
  partner: string
  language: 'es' | 'pt-BR'
  /** The language's name in the list of languages. */
  ownLanguage: string
  locale: string
  person: Person
  cards: { good: Card; declined: Card; challenged?: Card }
  /** Slugs of a scheduled video product and an on-demand phone product. */
  video: string
  phone: string
  clinician: Staff & { id: string }
}

const PASSWORD = 'Camino-verde-7'

/** The people of each partner's journeys; cards are the simulators' documented test cards. */
export const PEOPLE: Cast[] = [
  {
    partner: 'vida-ligera',
    language: 'es',
    ownLanguage: 'Español (España)',
    locale: 'es-ES',
    person: {
      phone: '+34611223344',
      typedPhone: '611 22 33 44',
      firstName: 'Lucía',
      lastName: 'Herrera Sanz',
      email: 'lucia.herrera@example.com',
      document: '11223344B',
      password: PASSWORD,
    },
    cards: {
      good: { number: '4444444444444422', holder: 'LUCIA HERRERA', code: '123' },
      declined: { number: '4444444444444448', holder: 'LUCIA HERRERA', code: '123' },
      challenged: { number: '4444444444444406', holder: 'LUCIA HERRERA', code: '123' },
    },
    video: 'medical-weight-assessment',
    phone: 'general-consultation',
    clinician: {
      id: '5b0e7a1c-2f64-4d0b-9c3e-6a1d8f20b7e1',
      email: 'marta.vidal@vidaligera.example',
      password: 'Cuida-demo-1',
      totpSecret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U',
    },
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR',
    ownLanguage: 'Português (Brasil)',
    locale: 'pt-BR',
    person: {
      phone: '+5511987654321',
      typedPhone: '11 98765 4321',
      firstName: 'Juliana',
      lastName: 'Barros Lima',
      email: 'juliana.barros@example.com',
      document: '404.428.201-35',
      password: PASSWORD,
    },
    // At Mercado Pago the cardholder's name decides the outcome.
    cards: {
      good: { number: '4235647728025682', holder: 'APRO', code: '123', document: '40442820135' },
      declined: { number: '4235647728025682', holder: 'FUND', code: '123', document: '40442820135' },
    },
    video: 'medical-weight-assessment',
    phone: 'general-consultation',
    clinician: {
      id: '3e9d1b74-6c2a-4f85-9b07-d4e81a5c2f60',
      email: 'helena.prado@bemleve.example',
      password: 'Cuida-demo-1',
      totpSecret: 'JBSWY3DPMJSW23DFOZSWQZLMMVXGC4DS',
    },
  },
]
