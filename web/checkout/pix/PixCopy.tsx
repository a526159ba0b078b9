import { shortCode } from '@cuida/core/checkout/pix/pix.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Announcement } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import css from './PixPayment.module.css'

/** Long enough to be seen, short enough to be pressed again. */
const SAID_MS = 4_000

/** Copies the code, and says so. Where a browser forbids it, the whole code stands there to be marked and copied. */
export function PixCopy({ code }: { code: string }) {
  const [copies, setCopies] = useState(0)
  const [isForbidden, setForbidden] = useState(false)
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    if (copies === 0) return
    setSaid(true)
    const timer = setTimeout(() => setSaid(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copies])
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code)
      setCopies((count) => count + 1)
    } catch {
      setForbidden(true)
    }
  }
  return (
    <div className={css.copy}>
      <Button variant="primary" icon="copy" done={isSaid} onClick={() => void copy()}>
        {t(isSaid ? 'checkout.pix.copied' : 'checkout.pix.copy')}
      </Button>
      <Announcement>{isSaid && t('checkout.pix.copied')}</Announcement>
      {isForbidden ? <WholeCode code={code} /> : <p className={css.code}>{shortCode(code)}</p>}
    </div>
  )
}

function WholeCode({ code }: { code: string }) {
  return (
    <label>
      {t('checkout.pix.byHand')}
      <textarea
        className={css.whole}
        rows={5}
        readOnly
        value={code}
        ref={(field) => {
          field?.focus()
          field?.select()
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
  )
}
