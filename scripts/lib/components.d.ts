/** See components.js. */
interface Component {
  readonly name: string;
  readonly license: string;
}
export function notAllowed<T extends Component>(components: readonly T[]): T[];
