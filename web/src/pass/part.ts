// What only people who share a device need: a part of the script that is loaded on demand.
import './pass.css';

export {openForPeople} from './open';
export {PassTable} from './PassTable';
export {PeopleFields} from './PeopleFields';
