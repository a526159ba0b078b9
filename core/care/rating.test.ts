import { expect, test } from 'vitest'
import { isRatable } from './rating.ts'
import { ConsultationStatus } from './status.ts'

test('only what took place can be rated', () => {
  expect(ConsultationStatus.options.filter(isRatable)).toEqual(['CLOSED', 'CLOSED_WITH_ERROR'])
})
