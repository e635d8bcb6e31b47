import { Component, type ReactNode } from 'react'
import { Failure } from './failure.tsx'

type Props = { readonly what: string; readonly children: ReactNode }
type State = { readonly error: Error | null }

/** Keeps the rest of the page working when a part of it throws. */
export class Boundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return <Failure what={this.props.what} error={error} retry={() => this.setState({ error: null })} />
  }
}
