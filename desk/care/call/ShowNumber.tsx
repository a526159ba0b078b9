import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Failure } from '../../kit/Failure.tsx'
import css from './CallPanel.module.css'
import { useShowNumber } from './phone-queries.ts'

/** The way round the line, when it cannot be made: the number itself, and dialling by hand. */
export function ShowNumber({ id, onDialled }: { id: string; onDialled: () => void }) {
  const show = useShowNumber(id)
  if (!show.data)
    return (
      <>
        <Button variant="quiet" fit busy={show.isPending} onClick={() => show.mutate()}>
          {t('desk.line.show')}
        </Button>
        <Failure failure={show.error} />
      </>
    )
  const { number } = show.data
  return (
    <div role="status" className={css.form}>
      <p>{t('desk.line.shown')}</p>
      <a className={css.number} href={`tel:${number}`}>
        {number}
      </a>
      <Button icon="phone" onClick={onDialled}>
        {t('desk.line.dialled')}
      </Button>
    </div>
  )
}
