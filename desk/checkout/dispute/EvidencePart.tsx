import type { Dispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Fine } from '@cuida/ui/MoneyLines/SumRows.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { Acts } from '../../kit/place/Detail.tsx'
import { actionLines, consentLines, evidenceText, noteLines, refundLines } from './dispute-words.ts'

/** What proves that this was ordered, agreed to and given: to read, to copy, and to take along as a file. */
export function EvidencePart({ dispute }: { dispute: Dispute }) {
  const { evidence, currency } = dispute
  const text = evidenceText(dispute)
  const address = useAddress(text)
  const copy = () =>
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => showToast(t('desk.disputes.copied')),
      () => showToast(t('desk.disputes.notCopied')),
    )
  const parts: [name: string, lines: string[]][] = [
    ['consents', consentLines(evidence)],
    ['actions', actionLines(evidence)],
    ['notes', noteLines(evidence)],
    ['refunds', refundLines(evidence, currency)],
  ]
  return (
    <Section title={t('desk.disputes.evidence')}>
      <Fine>{t('desk.disputes.evidenceText')}</Fine>
      <Acts>
        <Button fit icon="copy" onClick={copy}>
          {t('desk.disputes.copy')}
        </Button>
        {address && (
          <LinkButton fit icon="download" href={address} download={`${dispute.orderId ?? dispute.subscriptionId}.txt`}>
            {t('desk.disputes.download')}
          </LinkButton>
        )}
      </Acts>
      {parts.map(([name, lines]) => (
        <Part key={name} name={name} lines={lines} />
      ))}
    </Section>
  )
}

function Part({ name, lines }: { name: string; lines: string[] }) {
  return (
    <div>
      <h3>{t(`desk.disputes.part.${name}`)}</h3>
      {lines.length === 0 && <Fine>{t(`desk.disputes.noPart.${name}`)}</Fine>}
      <ul>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves
          <li key={at}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** Where the browser finds the text while it is shown. */
function useAddress(text: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [text])
  return address
}
