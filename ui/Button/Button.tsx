import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import { Link } from '../Link/Link.tsx'
import { Spinner } from '../Spinner/Spinner.tsx'
import css from './Button.module.css'

/** One `primary` per screen. `quiet` has no box; `link` sits in text. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'

interface Look {
  variant?: ButtonVariant | undefined
  icon?: IconName | undefined
  /** As wide as its text. Otherwise primary, secondary and danger buttons fill their column. */
  fit?: boolean | undefined
  children: ReactNode
}

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
    /**
     * Pending: the label stays and presses do nothing. There is no `disabled`: the app explains after the press
     * instead.
     */
    busy?: boolean | undefined
    /** Just succeeded: shows a tick instead of the icon. */
    done?: boolean | undefined
    ref?: Ref<HTMLButtonElement>
  }

export function Button({ variant = 'secondary', icon, fit, busy, done, children, onClick, ...rest }: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={css.button}
      data-variant={variant}
      data-fit={fit || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      <Face icon={done ? 'check' : icon}>{children}</Face>
      {busy && (
        <span className={css.busy}>
          <Spinner />
        </span>
      )}
    </button>
  )
}

type LinkButtonProps = Look & { href: string; onClick?: () => void; target?: string; rel?: string; download?: string }

/** A link that looks like a button. */
export function LinkButton({ variant = 'secondary', icon, fit, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={css.button} data-variant={variant} data-fit={fit || undefined}>
      <Face icon={icon}>{children}</Face>
    </Link>
  )
}

function Face({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  return (
    <span className={css.face}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </span>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled'> {
  icon: IconName
  label: string
  ref?: Ref<HTMLButtonElement>
}

/** A 48 px button with only an icon; `label` is its accessible name. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={css.iconButton} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
