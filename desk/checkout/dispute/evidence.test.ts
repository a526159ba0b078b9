import type { Evidence } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatWhenLong } from '../../kit/clinic-time.ts'
import { consentLines } from './dispute-messages.ts'

beforeAll(() =>
  loadMessages('es', {
    'brand.agreements.kind.document': ['Documento'],
    'brand.agreements.kind.telemedicine': ['Consulta a distancia'],
  }),
)
afterAll(() => loadMessages('en', {}))

const at = '2026-11-23T10:00:00.000Z'
const lineOf = (consent: Omit<Evidence['consents'][number], 'at'>) =>
  consentLines({ consents: [{ ...consent, at }] } as Evidence)

test.each([
  [
    'a document with its title and date',
    { kind: 'document', title: 'Política de privacidad', version: '2026-11-02' },
    'Documento · Política de privacidad · 2026-11-02',
  ],
  [
    'telemedicine',
    { kind: 'telemedicine', title: 'Condiciones del servicio', version: '2026-11-02' },
    'Consulta a distancia · Condiciones del servicio · 2026-11-02',
  ],
  ['a document whose text was not kept, by its kind', { kind: 'document', title: null, version: null }, 'Documento'],
] as const)('the evidence says that the payer agreed to %s', (_, consent, text) =>
  expect(lineOf(consent)).toEqual([`${formatWhenLong(at)} · ${text}`]),
)
