import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useRef } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { checkoutAdvice, checkoutWords } from '../order/checkout-failure.ts'
import { CardFrame, type CardFrameHandle } from './CardFrame.tsx'
import { useSaveCard } from './kept-cards.ts'

/** A card that is kept without paying anything. */
export function AddCard({ onDone }: { onDone: () => void }) {
  const { paymentProvider } = usePartner()
  const { profile } = useSession()
  const frame = useRef<CardFrameHandle>(null)
  const element = useRef<HTMLFormElement>(null)
  const save = useSaveCard()
  const form = useForm({ initial: {}, check: () => ({}), submit: keep, words: () => '' })

  async function keep(): Promise<void> {
    if (!frame.current) throw new CallFailed(0, '', { code: 'CARD_FORM_MISSING' })
    const card = await frame.current.tokenise()
    // The form has said what is wrong.
    if (!card) return
    await save.mutateAsync(card)
    showToast(t('checkout.cards.added'))
    onDone()
  }
  return (
    <Section title={t('checkout.cards.addTitle')}>
      <form {...form.props} ref={element}>
        <Stack>
          <CardFrame
            ref={frame}
            form={{ kind: 'newCard', document: profile?.cpf ?? '' }}
            onEnter={() => element.current?.requestSubmit()}
          />
          <p>{t(`checkout.cards.verify.${paymentProvider}`)}</p>
          {form.failure !== undefined && (
            <Alert tone="danger" title={cardWords(form.failure)} failure={form.failure}>
              {checkoutAdvice(form.failure)}
            </Alert>
          )}
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('checkout.cards.save')}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            {t('checkout.cards.cancel')}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

/** B8.5: what has no words of its own is told as a card that could not be saved. */
const cardWords = (failure: unknown): string =>
  failure instanceof CallFailed && failure.code !== 'UNEXPECTED'
    ? checkoutWords(failure)
    : t('checkout.error.CARD_NOT_SAVED')
