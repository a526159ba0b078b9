import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { QuestionDetail } from './QuestionDetail.tsx'
import css from './Questions.module.css'

/** Beside the list: the question that the address names. */
export function QuestionsPlace({ chosen }: { chosen: string | undefined }) {
  const [, go] = useLocation()
  if (!chosen)
    return (
      <div className={css.empty}>
        <EmptyState title={t('desk.questions.choose')}>{t('desk.questions.chooseText')}</EmptyState>
      </div>
    )
  return (
    <section className={css.detail} aria-label={t('desk.questions.title')}>
      <div className={css.back}>
        <Button variant="quiet" icon="back" onClick={() => go('/questions')}>
          {t('desk.questions.back')}
        </Button>
      </div>
      <QuestionDetail key={chosen} id={chosen} />
    </section>
  )
}
