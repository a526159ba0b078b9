import { getOrder } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { askAgain, readKey } from '@cuida/ui/client/reads/read-key.ts'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkoutWords } from '../order/checkout-failure.ts'
import type { InsteadOfPix } from '../pix/use-instead-of-pix.ts'
import { CardFrame } from './CardFrame.tsx'

interface BankQuestionProps {
  order: Order
  frame: NonNullable<Order['challengeFrame']>
  instead: InsteadOfPix
}

/**
 * The bank asks here, in a frame (3-D Secure). That it is done is a hint: what it said the order tells. Whoever cannot answer
 * pays by another method; the question is given up first.
 */
export function BankQuestion({ order, frame, instead }: BankQuestionProps) {
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  function done(): void {
    setDone(true)
    void askAgain(queries, [readKey(getOrder, { id: order.id })])
  }
  return (
    <Stack>
      {isDone ? (
        <Spinner label={t('checkout.order.bankFrame.waiting')} />
      ) : (
        <CardFrame form={{ kind: 'challenge', ...frame }} onComplete={done} />
      )}
      <Section title={t('checkout.order.bankFrame.trouble')}>
        <Stack>
          <p>{t('checkout.order.bankFrame.trouble.text')}</p>
          {instead.failure ? <Alert title={checkoutWords(instead.failure)} failure={instead.failure} /> : null}
          <Button busy={instead.wish === 'other'} onClick={() => instead.ask('other')}>
            {t('checkout.pix.otherWay')}
          </Button>
        </Stack>
      </Section>
    </Stack>
  )
}
