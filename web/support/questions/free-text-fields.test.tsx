import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { QuestionField } from '../../booking/questions/QuestionField.tsx'
import { RatingForm } from '../../care/rating/RatingForm.tsx'
import { RecordEditRequestDialog } from '../../care/record/History.tsx'
import { PartnerProvider } from '../../kit/content/partner.tsx'
import { AskForm } from './QuestionsInboxScreen.tsx'

vi.mock('../../kit/family.ts', () => ({ useFamilyMembers: () => [{ id: 'p', firstName: 'Ana', place: 0 }] }))
vi.mock('../../kit/api.ts', () => ({ api: vi.fn(), session: {} }))

beforeAll(() => loadMessages('en', { 'ui.textArea.count': [['written'], ' of ', ['most']] } as never))

const question = { type: 'text', key: 'since', text: 'Since when?', required: true, placeholder: null } as const
const field = (maxLength: number | null) => (
  <QuestionField
    id="answer"
    isAlone
    question={{ ...question, help: null, maxLength } as Question}
    answer={'👍'.repeat(3)}
    onAnswer={() => undefined}
    error={undefined}
  />
)
const renderField = (screen: ReactNode, maximumLengthAllowed: number) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <PartnerProvider config={{ maximumLengthAllowed, familyProfilesEnabled: true } as never}>
        {screen}
      </PartnerProvider>
    </QueryClientProvider>,
  )

test.each([
  ['a question to a clinician', <AskForm key="ask" onSent={() => undefined} />, 0],
  [
    'a request about the record',
    <RecordEditRequestDialog key="request" patientId="p" about={undefined} onClose={() => undefined} />,
    0,
  ],
  ['a comment', <RatingForm key="rating" consultationId="c" rating={null} />, 0],
  ['an answer', field(null), 3],
])("below %s the partner's limit is shown [B3.14]", (_, screen, count) => {
  for (const most of [50, 3_000]) expect(renderField(screen, most)).toContain(`>${count} of ${most}<`)
})

test("below an answer its question's own lower limit is shown", () => {
  expect(renderField(field(400), 3_000)).toContain('>3 of 400<')
  expect(renderField(field(400), 50)).toContain('>3 of 50<')
})
